import { Problem } from "../problem.ts";

/** A command that was not carried out. The message says what to type instead. */
export class CommandRefused extends Error {
	override readonly name = "CommandRefused";
}

/** A command line that does not fit the command; the program prints the group's help below the message. */
export class UsageError extends CommandRefused {}

/** Runs work of the web application; its refusals become refusals of the command. */
export async function unlessRefused<Result>(work: Promise<Result>): Promise<Result> {
	try {
		return await work;
	} catch (error) {
		throw error instanceof Problem ? new CommandRefused(error.message, { cause: error }) : error;
	}
}
