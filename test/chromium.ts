import { chromium } from "@playwright/test";
import { ensureBrowser } from "./browser-program.ts";

/**
 * Finds a Chromium for browser tests and benches, and installs one when it is missing.
 *
 * @returns the path of the program
 * @throws Error with advice, when CHROMIUM_PATH leads nowhere or the installation failed
 */
export function ensureChromium(): Promise<string> {
	return ensureBrowser({
		name: "Chromium",
		variable: "CHROMIUM_PATH",
		byHand:
			"Browser tests need Chromium. Install it (on Debian: `sudo apt-get install chromium-headless-shell`; elsewhere: " +
			"`npx playwright install chromium`), or set CHROMIUM_PATH to the program of one that is installed.",
		// The headless shell: the same engine without the windows that take half of a small machine's time.
		places: [
			"/usr/bin/chromium-headless-shell",
			"/usr/bin/chromium",
			"/usr/bin/google-chrome",
			chromium.executablePath(),
		],
		debianPackage: "chromium-headless-shell",
		installer: ["playwright", "install", "chromium"],
	});
}
