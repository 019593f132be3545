import { Problem } from "../problem.ts";
import { displayName, lineOfText } from "../text.ts";

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

export const readName = (typed: string, option = "name") => readText(option, typed, displayName);

/** Refuses card numbers, as the API does. */
export function readText(option: string, typed: string, schema: typeof lineOfText = lineOfText): string {
	const text = schema.safeParse(typed.trim());
	if (!text.success) throw new CommandRefused(`--${option} cannot be used. ${text.error.issues[0]?.message ?? ""}`);
	if (text.data === "") throw new UsageError(`--${option} is empty.`);
	return text.data;
}
