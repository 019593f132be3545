import { createKeyRotation, createVault, type Vault } from "@cardseal/vault";
import { createSessionLookup } from "../card-form/session.ts";
import type { Clock, Clocks } from "../clock.ts";
import type { Database } from "../db/database.ts";
import type { RestoredMode } from "../jobs/restored/restored-mode.ts";
import { readConfiguredMasterKeys } from "../master-key.ts";
import type { TokenKeys } from "../merchants/public-keys/token-keys.ts";
import type { Starting } from "./starting.ts";

/** Opens the vault with the configured master key. A sandbox without a key gets a new one. */
export async function createGatewayVault(
	{ config, log }: Starting,
	database: Database,
	{ business, real }: Clocks,
	restored: Pick<RestoredMode, "tokensFrom">,
): Promise<Vault> {
	return await createVault({
		database: database.withTables(),
		...(await readConfiguredMasterKeys(config, { createWhenMissing: config.sandbox })),
		businessNow: () => business.now(),
		realNow: () => real.now(),
		findSession: createSessionLookup(database),
		tokensFrom: () => restored.tokensFrom,
		onWrongAnswer: (wrong) => log.error(wrong, "ALARM: a processor's answer has values that cannot be right"),
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
			...(await readConfiguredMasterKeys(config, { createWhenMissing: false })),
			now: () => real.now(),
			onProgress: () => undefined,
		});
		await rotation.rotate({ purpose: "card_token", merchantId });
	};
}
