import { Problem } from "../problem.ts";

/** The message says what to type instead. */
export class CommandRefused extends Error {
	override readonly name = "CommandRefused";
}

export class UsageError extends CommandRefused {}

/** Turns refusals of the web application into refusals of the command. */
export async function unlessRefused<Result>(work: Promise<Result>): Promise<Result> {
	try {
		return await work;
	} catch (error) {
		throw error instanceof Problem ? new CommandRefused(error.message, { cause: error }) : error;
	}
}
