import { Problem } from "../problem.ts";

/** An operator's command that cannot be carried out; the message says what to type instead. */
export class CommandRefused extends Error {
	override readonly name = "CommandRefused";
}

/** What the web application answers with a status, an operator reads as it is. */
export async function unlessRefused<Result>(work: Promise<Result>): Promise<Result> {
	try {
		return await work;
	} catch (error) {
		throw error instanceof Problem ? new CommandRefused(error.message, { cause: error }) : error;
	}
}
