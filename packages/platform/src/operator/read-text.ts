import { displayName, lineOfText } from "../text.ts";
import { CommandRefused, UsageError } from "./command-refused.ts";

/** Other people will see the name. */
export const readName = (typed: string, option = "name") => readText(option, typed, displayName);

/** Refuses card numbers, as the API does. */
export function readText(option: string, typed: string, schema: typeof lineOfText = lineOfText): string {
	const text = schema.safeParse(typed.trim());
	if (!text.success) throw new CommandRefused(`--${option} cannot be used. ${text.error.issues[0]?.message ?? ""}`);
	if (text.data === "") throw new UsageError(`--${option} is empty.`);
	return text.data;
}
