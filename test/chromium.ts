import { existsSync } from "node:fs";
import { chromium } from "@playwright/test";
import { problemOf } from "./checks/command.ts";

const installedBySystem = ["/usr/bin/chromium", "/usr/bin/google-chrome"];
const installTimeoutSeconds = 900;

const byHand =
	"Browser tests need Chromium. Install it (on Debian or Ubuntu: `sudo apt-get install chromium`; elsewhere: " +
	"`npx playwright install chromium`), or set CHROMIUM_PATH to the program of one that is installed.";

/**
 * Finds a Chromium for browser tests and benches, and installs one when the machine has none.
 *
 * @returns the path of the program
 * @throws Error that says what to do by hand, when CHROMIUM_PATH leads nowhere or nothing could be installed
 */
export async function ensureChromium(): Promise<string> {
	const given = process.env.CHROMIUM_PATH;
	if (given !== undefined && given !== "") {
		if (existsSync(given)) return given;
		throw new Error(`CHROMIUM_PATH is ${given}, where no file is. ${byHand}`);
	}
	return findChromium() ?? (await installChromium());
}

function findChromium(): string | undefined {
	return [...installedBySystem, chromium.executablePath()].find((path) => existsSync(path));
}

async function installChromium(): Promise<string> {
	console.log("  Chromium is missing; installing it, which can take a few minutes.");
	const problems: string[] = [];
	for (const [command, ...args] of installers()) {
		const problem = await problemOf(command, args, { timeoutSeconds: installTimeoutSeconds });
		const path = findChromium();
		if (path !== undefined) return path;
		problems.push(`${[command, ...args].join(" ")}:\n${problem ?? "succeeded, yet no Chromium is to be found."}`);
	}
	throw new Error([byHand, ...problems].join("\n\n"));
}

/** The system's own package brings the libraries a browser needs, so it comes first where we may install it. */
function installers(): [command: string, ...args: string[]][] {
	const fromPlaywright: [string, ...string[]] = ["playwright", "install", "chromium"];
	const mayInstall = process.getuid?.() === 0 && existsSync("/usr/bin/apt-get");
	if (!mayInstall) return [fromPlaywright];
	return [["sh", "-c", "apt-get update && apt-get install -y chromium"], fromPlaywright];
}
