import { join } from "node:path";
import { openVault, type Vault } from "@cardseal/vault";
import type { Clocks } from "../clock.ts";
import type { Config } from "../config.ts";
import type { Database } from "../db/database.ts";
import { readMasterKey, readMasterKeys } from "../master-key.ts";

/**
 * Opens the vault for an operator's command.
 *
 * @throws ConfigError when the master key is not where the settings say, or is another one
 */
export async function openOperatorVault(config: Config, database: Database, clocks: Clocks): Promise<Vault> {
	// Where the sandbox makes it, so that its own operator need not name it.
	const file = config.masterKeyFile ?? join(config.dataDirectory, "master.key");
	const mustBePrivate = !config.sandbox;
	return openVault({
		database: database.withTables(),
		masterKey: await readMasterKey({ file, createWhenMissing: false, mustBePrivate }),
		readMasterKeys: () => readMasterKeys([file, config.nextMasterKeyFile], { mustBePrivate }),
		businessNow: () => clocks.business.now(),
		realNow: () => clocks.real.now(),
	});
}
