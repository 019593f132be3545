import { commandGroups } from "./commands.ts";
import { runProgram } from "./program.ts";

// The help shows each command as it was called: "npm run audit -- verify", or "npm run admin -- audit verify".
const isAdmin = process.env.npm_lifecycle_event === "admin";
const groups = isAdmin ? commandGroups.map(({ script: _, ...group }) => group) : commandGroups;
if (!(await runProgram(groups, process.argv.slice(2), process))) process.exitCode = 1;
