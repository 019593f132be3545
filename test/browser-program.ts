import { existsSync } from "node:fs";
import { problemOf } from "./run/command.ts";

/** A browser that tests need, and the ways to install it. */
export interface BrowserProgram {
	name: string;
	variable: string;
	/** Advice for a machine where it cannot be installed. */
	byHand: string;
	/** Candidates, the preferred one first. */
	places: readonly string[];
	/** Its Debian package. It is preferred because it brings the libraries that a browser needs. */
	debianPackage: string;
	/** An alternative way to install it. */
	installer?: readonly [command: string, ...args: string[]];
}

const installTimeoutSeconds = 900;

/**
 * Finds a browser for tests and benches, and installs it when it is missing.
 *
 * @returns the path of the program
 * @throws Error with advice, when the variable leads nowhere or the installation failed
 */
export async function ensureBrowser(browser: BrowserProgram): Promise<string> {
	const given = process.env[browser.variable];
	if (given === undefined || given === "") return find(browser) ?? (await install(browser));
	if (existsSync(given)) return given;
	throw new Error(`${browser.variable} is ${given}, where no file is. ${browser.byHand}`);
}

function find({ places }: BrowserProgram): string | undefined {
	return places.find((path) => existsSync(path));
}

async function install(browser: BrowserProgram): Promise<string> {
	console.log(`  ${browser.name} is missing; installing it, which can take a few minutes.`);
	const problems: string[] = [];
	for (const [command, ...args] of installers(browser)) {
		const problem = await problemOf(command, args, { timeoutSeconds: installTimeoutSeconds });
		const path = find(browser);
		if (path !== undefined) return path;
		problems.push(
			`${[command, ...args].join(" ")}:\n${problem ?? `succeeded, yet no ${browser.name} is to be found.`}`,
		);
	}
	throw new Error([browser.byHand, ...problems].join("\n\n"));
}

function installers({ debianPackage, installer }: BrowserProgram): (readonly [command: string, ...args: string[]])[] {
	const mayInstall = process.getuid?.() === 0 && existsSync("/usr/bin/apt-get");
	const debian = ["sh", "-c", `apt-get update && apt-get install -y ${debianPackage}`] as const;
	return [...(mayInstall ? [debian] : []), ...(installer === undefined ? [] : [installer])];
}
