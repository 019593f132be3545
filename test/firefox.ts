import { ensureBrowser } from "./browser-program.ts";

/**
 * Finds a Firefox for browser tests, and installs one when the machine has none. Playwright's own would be another
 * program than the one people use.
 *
 * @returns the path of the program
 * @throws Error that says what to do by hand, when FIREFOX_PATH leads nowhere or nothing could be installed
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
