import { ConfigError } from "../config-error.ts";
import { isProtectedDatabase } from "./database-address.ts";

export function requireProtectedDatabase(
	setting: "DATABASE_URL" | "MIGRATION_DATABASE_URL" | "REPORTS_DATABASE_URL",
	url: string,
	{ databaseUnverified }: { databaseUnverified: boolean },
): void {
	if (databaseUnverified || isProtectedDatabase(url, process.env.PGHOST)) return;
	throw new ConfigError(
		`${setting} names another host without verified TLS: add ?sslmode=verify-full (and sslrootcert=FILE for your own authority), ` +
			"or set DATABASE_UNVERIFIED=1 if nobody else can reach the network between",
	);
}
