export {
	type Answer,
	type Answers,
	type Command,
	type CommandGroup,
	defineCommand,
	defineOfflineCommand,
	type PreparedCommand,
} from "./command.ts";
export { CommandRefused, UsageError, unlessRefused } from "./command-refused.ts";
export type { OperatorContext, Place } from "./context.ts";
export { readFileUpTo, readTextFile } from "./read-file.ts";
export { readName } from "./read-text.ts";
export { table } from "./table.ts";
