/** `npm run eft -- show FILE`: what an AFT file says, or where it is wrong. */
import { readFileSync } from "node:fs";
import { CorruptFile } from "./corrupt-file.ts";
import { readAftFile } from "./read-file.ts";
import { showAftFile } from "./show-file.ts";

const usage = "Usage: npm run eft -- show FILE";

/** Prints to the given streams, and answers with the exit code. */
function main([command, path, ...more]: readonly string[]): number {
	if (command !== "show" || path === undefined || more.length > 0) return fail(usage);
	try {
		for (const line of showAftFile(readAftFile(readFileSync(path)))) process.stdout.write(`${line}\n`);
		return 0;
	} catch (error) {
		if (error instanceof CorruptFile) return fail(`${path} is no AFT file that can be trusted. ${error.message}`);
		if (error instanceof Error && "code" in error) return fail(`${path} cannot be read: ${error.message}`);
		throw error;
	}
}

function fail(message: string): number {
	process.stderr.write(`${message}\n`);
	return 1;
}

process.exitCode = main(process.argv.slice(2));
