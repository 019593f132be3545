import type { Database } from "../db/database.ts";

/** The mark of a card token; the token itself is not kept. */
export interface TokenMark {
	mark: Buffer;
	/** ms since 1970: no earlier may the mark be forgotten. */
	expiresAt: number;
	/** The session of the hosted form that it came out of. */
	sessionId: Buffer | undefined;
}

/** Marks a token as used outside a charge. `false` when it, or another one of its session, was used before. */
export async function markTokenUsed(database: Database, { mark, expiresAt, sessionId }: TokenMark): Promise<boolean> {
	const { numInsertedOrUpdatedRows } = await database
		.insertInto("used_card_tokens")
		.values({ mark, expires_at: expiresAt, session_id: sessionId ?? null })
		.onConflict((conflict) => conflict.doNothing())
		.executeTakeFirstOrThrow();
	return numInsertedOrUpdatedRows === 1n;
}
