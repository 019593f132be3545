import { type Kysely, sql } from "kysely";
import type { CardStorageKey, KeyRing } from "../key-ring.ts";
import type { VaultTables } from "../schema.ts";
import { decryptNumber, encryptNumber, StoredCardUnreadable } from "../stored-cards.ts";
import { countCards } from "./count-cards.ts";
import { type OnProgress, stepSize } from "./progress.ts";

/** What became of the cards that stood under retired keys. */
export interface EncryptedAnew {
	cards: number;
	/** Ids of cards that could not be decrypted: they stay as they are, and so their key cannot be destroyed. */
	unreadableCards: string[];
}

export interface Reencryption {
	database: Kysely<VaultTables>;
	keyRing: KeyRing;
	merchantId: number | undefined;
	onProgress: OnProgress;
}

/**
 * Encrypts every card that stands under a retired key under its merchant's current one, some at a time, each readable
 * at every moment. Interrupted, it goes on with the rest when it is called again.
 */
export async function encryptCardsAnew(reencryption: Reencryption): Promise<EncryptedAnew> {
	const { database, merchantId } = reencryption;
	const result: EncryptedAnew = { cards: 0, unreadableCards: [] };
	const formerKeys = await listFormerKeys(database, merchantId);
	const total = formerKeys.reduce((sum, { cards }) => sum + cards, 0);
	for (const row of formerKeys) {
		const former = await reencryption.keyRing.cardStorageKeyOf(row);
		for await (const cardIds of cardsUnder(database, former)) {
			const step = await encryptStep(reencryption, former, cardIds);
			result.cards += step.cards;
			result.unreadableCards.push(...step.unreadableCards);
			reencryption.onProgress({ what: "cards encrypted", done: result.cards, total });
		}
		await unmark(database, former);
	}
	return result;
}

/** Retired data keys under which cards stand, or may stand since nobody has looked yet. */
async function listFormerKeys(database: Kysely<VaultTables>, merchantId: number | undefined) {
	const rows = await database
		.selectFrom("vault.keys as key")
		.selectAll()
		.select(countCards)
		.where("purpose", "=", "card_storage")
		.where("status", "=", "retired")
		.where(({ eb, lit }) => (merchantId === undefined ? lit(true) : eb("merchant_id", "=", merchantId)))
		.orderBy("key_id")
		.execute();
	return rows
		.map((row) => ({ ...row, cards: row.cards ?? 0 }))
		.filter(({ cards, replace_since }) => cards > 0 || replace_since !== null);
}

async function unmark(database: Kysely<VaultTables>, { keyId }: CardStorageKey): Promise<void> {
	await database.updateTable("vault.keys").set({ replace_since: null }).where("key_id", "=", keyId).execute();
}

/** The ids of a key's cards, some at a time. No card comes to a retired key, so that one walk meets them all. */
async function* cardsUnder(database: Kysely<VaultTables>, key: CardStorageKey): AsyncGenerator<string[]> {
	let ids = await listCardsAfter(database, key, "");
	for (let last = ids.at(-1); last !== undefined; last = ids.at(-1)) {
		yield ids;
		ids = await listCardsAfter(database, key, last);
	}
}

async function listCardsAfter(database: Kysely<VaultTables>, key: CardStorageKey, last: string): Promise<string[]> {
	const rows = await database
		.selectFrom("vault.stored_cards")
		.select("card_id")
		.where("key_id", "=", key.keyId)
		.where("card_id", ">", last)
		.orderBy("card_id")
		.limit(stepSize)
		.execute();
	return rows.map(({ card_id }) => card_id);
}

/** Cards that were deleted meanwhile are no longer there, and are left out. */
function encryptStep(
	{ database, keyRing }: Reencryption,
	former: CardStorageKey,
	cardIds: string[],
): Promise<EncryptedAnew> {
	return database.transaction().execute(async (transaction) => {
		const key = await keyRing.lockCardStorageKey(transaction, former.merchantId);
		const cards = await transaction
			.selectFrom("vault.stored_cards")
			.selectAll()
			.where("card_id", "in", cardIds)
			.where("key_id", "=", former.keyId)
			.orderBy("card_id")
			.forNoKeyUpdate()
			.execute();
		const unreadableCards: string[] = [];
		const written: { cardId: string; encrypted: Buffer }[] = [];
		for (const card of cards) {
			const digits = tryDecrypt(former, card);
			if (digits === undefined) unreadableCards.push(card.card_id);
			else written.push({ cardId: card.card_id, encrypted: encryptNumber(key, digits, card).encrypted_number });
		}
		await sql`
			update vault.stored_cards as card set key_id = ${key.keyId}, encrypted_number = anew.encrypted
			from unnest(${written.map(({ cardId }) => cardId)}::text[], ${written.map(({ encrypted }) => encrypted)}::bytea[])
				as anew (card_id, encrypted)
			where card.card_id = anew.card_id`.execute(transaction);
		return { cards: written.length, unreadableCards };
	});
}

function tryDecrypt(key: CardStorageKey, card: Parameters<typeof decryptNumber>[1]): string | undefined {
	try {
		return decryptNumber(key, card);
	} catch (error) {
		if (error instanceof StoredCardUnreadable) return undefined;
		throw error;
	}
}
