import { createKeyRotation, createVault, type Vault } from "@cardseal/vault";
import { createSessionLookup } from "./card-form/session.ts";
import type { Clock, Clocks } from "./clock.ts";
import type { Config } from "./config.ts";
import type { Database } from "./db/database.ts";
import { type MasterKeyOptions, readMasterKey, readMasterKeys } from "./master-key.ts";
import type { TokenKeys } from "./merchants/public-keys/token-keys.ts";
import type { Starting } from "./starting.ts";

/** Opens the vault with the configured master key. A sandbox without a key gets a new one. */
export async function createGatewayVault(
	{ config }: Starting,
	database: Database,
	{ business, real }: Clocks,
): Promise<Vault> {
	return await createVault({
		database: database.withTables(),
		...(await readMasterKeysOf(config, { createWhenMissing: config.sandbox })),
		businessNow: () => business.now(),
		realNow: () => real.now(),
		findSession: createSessionLookup(database),
	});
}

/** Creates the function that replaces a merchant's public key. A gateway cannot replace any other key. */
export function createTokenKeyReplacer(
	{ config }: Starting,
	database: Database,
	real: Clock,
): TokenKeys["replaceTokenKey"] {
	return async (merchantId) => {
		const rotation = await createKeyRotation({
			database: database.withTables(),
			...(await readMasterKeysOf(config, { createWhenMissing: false })),
			now: () => real.now(),
			onProgress: () => undefined,
		});
		await rotation.rotate({ purpose: "card_token", merchantId });
	};
}

/** Reads the master key. During a rotation, `readMasterKeys` reads the current and the next one. */
async function readMasterKeysOf(
	{ masterKeyFile, nextMasterKeyFile, sandbox }: Config,
	{ createWhenMissing }: Pick<MasterKeyOptions, "createWhenMissing">,
) {
	const mustBePrivate = !sandbox;
	return {
		masterKey: await readMasterKey({ file: masterKeyFile, createWhenMissing, mustBePrivate }),
		readMasterKeys: () => readMasterKeys([masterKeyFile, nextMasterKeyFile], { mustBePrivate }),
	};
}
