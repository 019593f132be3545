import { commandGroups } from "./commands.ts";
import { runProgram } from "./program.ts";

await runProgram(commandGroups, process.argv.slice(2));
