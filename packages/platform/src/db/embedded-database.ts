import type * as LocalPostgres from "@cardseal/local-postgres";
import { ConfigError } from "../config-error.ts";

/**
 * Loads a package that production lacks.
 * @throws ConfigError when it is not installed
 */
export async function startEmbeddedDatabase(
	options: Parameters<typeof LocalPostgres.startEmbeddedDatabase>[0],
	load = (): Promise<typeof LocalPostgres> => import("@cardseal/local-postgres"),
): Promise<LocalPostgres.EmbeddedDatabase> {
	const { startEmbeddedDatabase: start } = await load().catch((cause: unknown) => {
		if (!(cause instanceof Error && "code" in cause && cause.code === "ERR_MODULE_NOT_FOUND")) throw cause;
		throw new ConfigError("Set DATABASE_URL: this installation has no PostgreSQL of its own.", { cause });
	});
	return await start(options);
}
