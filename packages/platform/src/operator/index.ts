export {
	type Answer,
	type Answers,
	type Command,
	type CommandGroup,
	defineCommand,
	defineOfflineCommand,
	type PreparedCommand,
} from "./command.ts";
export { CommandRefused, readName, UsageError, unlessRefused } from "./command-refused.ts";
export type { OperatorContext, Place } from "./context.ts";
export { readFileUpTo, readTextFile } from "./read-file.ts";
export { table } from "./table.ts";
