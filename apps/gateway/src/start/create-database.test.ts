import { expect, test } from "vitest";
import { ConfigError } from "../../../../packages/platform/src/config-error.ts";
import { createLog } from "../../../../packages/platform/src/log/log.ts";
import { readConfig } from "../config.ts";
import { prepareDatabase } from "./create-database.ts";

function prepare(environment: Record<string, string>) {
	const config = readConfig(environment);
	return prepareDatabase({ config, log: createLog({ level: "silent" }), cleanups: [] });
}

test("P-18 the start refuses a database on another host without verified TLS, unless a setting allows it", async () => {
	const DATABASE_URL = "postgres://u:p@database.invalid:5432/d";
	const refused = prepare({ DATABASE_URL });
	await expect(refused).rejects.toThrow(ConfigError);
	await expect(refused).rejects.toThrow(/sslmode=verify-full.*DATABASE_UNVERIFIED=1/s);
	await expect(prepare({ DATABASE_URL, DATABASE_UNVERIFIED: "1" })).rejects.toThrow(
		/^The database at database\.invalid:5432\/d cannot be used/,
	);
});
