import { displayName } from "../text.ts";
import { CommandRefused, UsageError } from "./command-refused.ts";

/** Other people will see the name. */
export function readName(typed: string): string {
	const name = displayName.safeParse(typed.trim());
	if (!name.success) throw new CommandRefused(`--name cannot be used. ${name.error.issues[0]?.message ?? ""}`);
	if (name.data === "") throw new UsageError("--name is empty.");
	return name.data;
}
