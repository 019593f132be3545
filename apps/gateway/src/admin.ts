import { systemClock } from "./clock.ts";
import { readConfig } from "./config.ts";
import type { Database } from "./db/database.ts";
import { explainFailedStart } from "./explain-start.ts";
import { manageGuard } from "./guard/manage-guard.ts";
import { manageHostedFormOnly } from "./merchants/manage-hosted-form-only.ts";
import { CommandRefused } from "./merchants/operator.ts";
import { withDatabase } from "./operator-database.ts";
import { manageOrigins } from "./widget/manage-origins.ts";

const usage = [
	"Type: npm run admin -- origin list|add|remove MERCHANT [ORIGIN]",
	"      npm run admin -- hosted-form-only show|on|off MERCHANT",
	"      npm run admin -- guard show|on|off|default|set MERCHANT [LIMIT VALUE]",
].join("\n");

type Command = (database: Database, words: string[]) => Promise<string>;

const commands: ReadonlyMap<string | undefined, Command> = new Map<string, Command>([
	["origin", (database, words) => manageOrigins(database, systemClock, words)],
	["hosted-form-only", manageHostedFormOnly],
	["guard", manageGuard],
]);

/** What an operator can have done on the gateway's database, whether or not a gateway runs. */
async function carryOut(words: string[]): Promise<string> {
	const [subject, ...others] = words;
	const command = commands.get(subject);
	if (command === undefined) throw new CommandRefused(usage);
	return withDatabase(readConfig(process.env), (database) => command(database, others));
}

try {
	process.stdout.write(`${await carryOut(process.argv.slice(2))}\n`);
} catch (error) {
	const explanation = error instanceof CommandRefused ? error.message : explainFailedStart(error);
	process.stderr.write(`${explanation}\n`);
	process.exitCode = 1;
}
