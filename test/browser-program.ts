import { existsSync } from "node:fs";
import { problemOf } from "./checks/command.ts";

/** A browser that tests need, and how to come by it. */
export interface BrowserProgram {
	name: string;
	/** The environment variable that says where it is, when it is not where we would look. */
	variable: string;
	/** What to do when we cannot install it. */
	byHand: string;
	/** Where it may be, the first choice first. */
	places: readonly string[];
	/** Its package on Debian. The system's own brings the libraries a browser needs, so it comes first where we may install it. */
	debianPackage: string;
	/** Another way to install it, where there is one. */
	installer?: readonly [command: string, ...args: string[]];
}

const installTimeoutSeconds = 900;

/**
 * Finds a browser for tests and benches, and installs it when the machine has none.
 *
 * @returns the path of the program
 * @throws Error that says what to do by hand, when the variable leads nowhere or nothing could be installed
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
