import { type ParseArgsConfig, parseArgs } from "node:util";
import { CommandRefused } from "./command-refused.ts";

/** What an operator is told of a command that was carried out. */
export interface OperatorAnswer {
	/** For people. */
	text: string;
	/** For programs, with --json. */
	json: unknown;
}

type Options = NonNullable<ParseArgsConfig["options"]>;
type Words<Known extends Options> = ReturnType<typeof parseArgs<{ options: Known; allowPositionals: true }>>;

/**
 * Reads what an operator typed.
 *
 * @throws CommandRefused with `usage` for an option that there is not, or one without its value
 */
export function readWords<Known extends Options>(args: string[], options: Known, usage: string): Words<Known> {
	try {
		return parseArgs({ args, options, allowPositionals: true as const });
	} catch (cause) {
		throw new CommandRefused(usage, { cause });
	}
}

/** Lines of a name and a value each, the values below each other. */
export function table(rows: readonly (readonly [name: string, value: string])[]): string {
	const width = Math.max(...rows.map(([name]) => name.length));
	return rows.map(([name, value]) => `  ${name.padEnd(width)}  ${value}`).join("\n");
}
