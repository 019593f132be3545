import type { Caller } from "../audit/event.ts";
import { recordEvent } from "../audit/record.ts";
import type { Clocks } from "../clock.ts";
import type { Database } from "../db/database.ts";
import type { TokenAccess } from "./access.ts";
import { insertRevocation } from "./credentials.store.ts";

/** Makes an access token worthless from now on, on every gateway. */
export async function revokeToken(
	{ database, clocks }: { database: Database; clocks: Clocks },
	{ tokenId, expiresAt, merchant }: Pick<TokenAccess, "tokenId" | "expiresAt" | "merchant">,
	caller: Caller,
): Promise<void> {
	await database.transaction().execute(async (transaction) => {
		if (!(await insertRevocation(transaction, tokenId, expiresAt))) return;
		await recordEvent(transaction, clocks, {
			type: "token.revoked",
			object: tokenId,
			merchantId: merchant.id,
			caller,
		});
	});
}
