import { explainingFailure } from "@cardseal/platform/db";
import { type Answer, type CommandGroup, defineOfflineCommand, type Place, table } from "@cardseal/platform/operator";
import { type Config, readConfig } from "../../../config.ts";
import { schema } from "../../../schema/schema.ts";
import { withDatabaseUrl } from "../../database.ts";

export const migrateCommands: CommandGroup = {
	name: "migrate",
	script: "migrate",
	summary: "The tables: shows and runs migrations, and gives the serving role its rights",
	terms: {},
	notes: ["Connects to MIGRATION_DATABASE_URL, or to DATABASE_URL where one role owns the tables and serves."],
	commands: [
		defineOfflineCommand({
			verb: "status",
			summary: "Lists the migrations that have not run; exit code 1 if there are any.",
			run: (place) => onDatabase(place, status),
		}),
		...(
			[
				["online", "Runs migrations beside serving gateways; ends with exit code 1 before an offline one."],
				["offline", "Runs every migration; refused while a gateway is connected."],
			] as const
		).map(([verb, summary]) =>
			defineOfflineCommand({ verb, summary, run: (place) => migrate(place, { onlyOnline: verb === "online" }) }),
		),
	],
};

function onDatabase({ env }: Place, work: (url: string, config: Config) => Promise<Answer>): Promise<Answer> {
	const config = readConfig(env);
	return withDatabaseUrl(config, { asOwner: true }, (url) => explainingFailure(url, () => work(url, config)));
}

async function status(url: string): Promise<Answer> {
	const pending = await schema.listPending(url);
	const rows = pending.map(({ migration: { name, kind } }) => ({ name, kind }));
	return {
		text:
			rows.length === 0 ? "Every migration has run." : table(rows.map(({ name, kind }) => [name, kind, "has not run"])),
		json: { pending: rows },
		isComplete: rows.length === 0,
	};
}

function migrate(place: Place, { onlyOnline }: { onlyOnline: boolean }): Promise<Answer> {
	const report = (line: string) => place.stderr.write(`${line}\n`);
	return onDatabase(place, async (url, config) => {
		const ran = await schema.migrateAsOperator(url, servingRoleOf(config), { onlyOnline, report });
		return { text: ran.length === 0 ? "No migration had to run." : `Ran ${ran.join(", ")}.`, json: { ran } };
	});
}

/** `undefined` where the serving role also owns the tables. */
function servingRoleOf({ databaseUrl, migrationDatabaseUrl }: Config): string | undefined {
	if (databaseUrl === undefined || migrationDatabaseUrl === undefined) return undefined;
	const [serving, owner] = [roleIn(databaseUrl), roleIn(migrationDatabaseUrl)];
	return serving === owner ? undefined : serving;
}

function roleIn(url: string): string | undefined {
	const [, user] = /^\w+:\/\/([^:@/?#]+)(?::[^@/?#]*)?@/.exec(url) ?? [];
	return user && decodeURIComponent(user);
}
