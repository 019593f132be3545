import { explainFailedStart } from "../explain-start.ts";
import { CommandRefused } from "./command-refused.ts";

/**
 * Runs an operator's program on the words of the command line, and ends with 1 where `carryOut` answers `false`, or after
 * saying in a sentence on stderr why nothing came of it.
 */
export async function runOperatorProgram(carryOut: (words: string[]) => Promise<boolean>): Promise<void> {
	try {
		if (!(await carryOut(process.argv.slice(2)))) process.exitCode = 1;
	} catch (error) {
		const explanation = error instanceof CommandRefused ? error.message : explainFailedStart(error);
		process.stderr.write(`${explanation}\n`);
		process.exitCode = 1;
	}
}
