import { ensureBrowser } from "./browser-program.ts";

/**
 * Finds a Firefox for browser tests, and installs one when it is missing. Playwright's build differs from the released
 * Firefox.
 *
 * @returns the path of the program
 * @throws Error with advice, when FIREFOX_PATH leads nowhere or the installation failed
 */
export function ensureFirefox(): Promise<string> {
	return ensureBrowser({
		name: "Firefox",
		variable: "FIREFOX_PATH",
		byHand:
			"The card form's tests need Firefox. Install it (on Debian: `sudo apt-get install firefox-esr`), or set " +
			"FIREFOX_PATH to the program of one that is installed.",
		places: ["/usr/bin/firefox-esr", "/usr/bin/firefox"],
		debianPackage: "firefox-esr",
	});
}
