import { existsSync } from "node:fs";
import { join } from "node:path";
import { systemClock } from "./clock.ts";
import { type Config, ConfigError, readConfig } from "./config.ts";
import { type Database, openDatabase } from "./db/database.ts";
import { migrateToLatest } from "./db/migrate.ts";
import { startEmbeddedDatabase } from "./embedded-postgres/start.ts";
import { explainFailedStart } from "./explain-start.ts";
import { manageGuard } from "./guard/manage-guard.ts";
import { manageHostedFormOnly } from "./merchants/manage-hosted-form-only.ts";
import { CommandRefused } from "./merchants/operator.ts";
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

/** Works beside a running gateway, too: it shares the embedded database, and leaves it to whoever still uses it. */
async function withDatabase<Result>(config: Config, work: (database: Database) => Promise<Result>): Promise<Result> {
	const { url, release } = await reachDatabase(config);
	try {
		await migrateToLatest(url);
		const database = openDatabase({ url, maximumConnections: 1 });
		try {
			return await work(database);
		} finally {
			await database.destroy();
		}
	} finally {
		await release();
	}
}

async function reachDatabase({ databaseUrl, dataDirectory }: Config) {
	if (databaseUrl !== undefined) return { url: databaseUrl, release: async () => undefined };
	// Otherwise a mistyped DATA_DIR would get a database of its own, in which nobody is known.
	if (!existsSync(join(dataDirectory, "postgres"))) {
		throw new ConfigError(
			`There is no database in ${dataDirectory}. Set DATA_DIR or DATABASE_URL as for the gateway, and start that once first.`,
		);
	}
	const { url, stop } = await startEmbeddedDatabase({ dataDirectory, log: () => undefined });
	return { url, release: stop };
}

try {
	process.stdout.write(`${await carryOut(process.argv.slice(2))}\n`);
} catch (error) {
	const explanation = error instanceof CommandRefused ? error.message : explainFailedStart(error);
	process.stderr.write(`${explanation}\n`);
	process.exitCode = 1;
}
