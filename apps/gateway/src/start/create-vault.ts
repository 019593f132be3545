import type { TokenKeys } from "@cardseal/merchants/gateway";
import type { Clock, Clocks } from "@cardseal/platform";
import type { Database } from "@cardseal/platform/db";
import { createKeyRotation, createVault, type Vault } from "@cardseal/vault";
import { createSessionLookup } from "../card-form/session.ts";
import type { ConfiguredMasterKeys } from "../master-key/master-key.ts";
import type { RestoredMode } from "../restore/restored-mode.ts";
import type { Starting } from "./starting.ts";

interface VaultParts {
	database: Database;
	clocks: Clocks;
	restored: Pick<RestoredMode, "tokensFrom">;
	masterKeys: ConfiguredMasterKeys;
}

export async function createGatewayVault(
	{ log }: Starting,
	{ database, clocks, restored, masterKeys }: VaultParts,
): Promise<Vault> {
	const { business, real } = clocks;
	return await createVault({
		database: database.withTables(),
		...masterKeys,
		businessNow: () => business.now(),
		realNow: () => real.now(),
		findSession: createSessionLookup(database),
		tokensFrom: () => restored.tokensFrom,
		onWrongAnswer: (wrong) => log.error(wrong, "ALARM: a processor's answer has values that cannot be right"),
	});
}

export function createTokenKeyReplacer(real: Clock, masterKeys: ConfiguredMasterKeys): TokenKeys["replaceTokenKey"] {
	return async (transaction, merchantId) => {
		const rotation = await createKeyRotation({
			database: transaction.withTables(),
			...masterKeys,
			now: () => real.now(),
			onProgress: () => undefined,
		});
		await rotation.rotate({ purpose: "card_token", merchantId });
	};
}
