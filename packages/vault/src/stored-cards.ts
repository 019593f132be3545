import type { Kysely } from "kysely";
import { unwrap, wrap } from "./at-rest.ts";
import { Card } from "./card.ts";
import type { KeyRing } from "./key-ring.ts";
import { digitsOf } from "./pan.ts";
import type { StoredCardsTable, VaultTables } from "./schema.ts";

/** Whose a stored card is. It is bound into the ciphertext: a row moved to somebody else no longer decrypts (P-07). */
export interface CardOwner {
	merchantId: number;
	customerId: number;
}

/** What stands outside the vault of a stored card and belongs to a charge. */
export interface StoredCardDetails {
	brand: Card["brand"];
	/** Two digits each. */
	expiryMonth: string;
	expiryYear: string;
}

/** A stored card that cannot be decrypted: its row was changed, or its key is gone. Worth an alarm, never a guess. */
export class StoredCardUnreadable extends Error {
	override readonly name = "StoredCardUnreadable";

	constructor(cardId: string, cause?: unknown) {
		super(`Stored card ${cardId} cannot be decrypted.`, { cause });
	}
}

/** No card number is longer (ISO/IEC 7812-1); shorter ones are filled up, so that a row does not tell the length. */
const longestNumber = 19;

/**
 * Stores a card's number for a customer, without its security code. The same card of the same customer is stored once.
 *
 * @param database a transaction, when more has to happen together with it
 * @param cardId the id it gets when it is new
 * @returns the id under which the card stands, which is another one when it was there before
 */
export async function storeCard(
	database: Kysely<VaultTables>,
	keyRing: KeyRing,
	stored: { cardId: string; card: Card; owner: CardOwner; now: number },
): Promise<string> {
	const { cardId, card, owner, now } = stored;
	const digits = digitsOf(card.pan);
	const key = await keyRing.currentCardStorageKey(database, owner.merchantId);
	const identity = {
		card_id: cardId,
		merchant_id: owner.merchantId,
		customer_id: owner.customerId,
		key_id: key.keyId,
	};
	const fingerprint = keyRing.mac("card_fingerprint", digits);
	const { card_id } = await database
		.insertInto("vault.stored_cards")
		.values({
			...identity,
			encrypted_number: wrap(key, Buffer.from(digits.padEnd(longestNumber)), contextOf(identity)),
			fingerprint,
			stored_at: now,
		})
		// An update that changes nothing, so that the row that stands there is returned, and locked against its deletion.
		.onConflict((conflict) =>
			conflict
				.columns(["merchant_id", "customer_id", "fingerprint"])
				.doUpdateSet((row) => ({ stored_at: row.ref("vault.stored_cards.stored_at") })),
		)
		.returning("card_id")
		.executeTakeFirstOrThrow();
	return card_id;
}

/**
 * A stored card as a processor needs it. It has no security code.
 *
 * @returns `undefined` when this owner has no such card
 * @throws StoredCardUnreadable
 */
export async function readStoredCard(
	database: Kysely<VaultTables>,
	keyRing: KeyRing,
	wanted: { cardId: string; owner: CardOwner; details: StoredCardDetails },
): Promise<Card | undefined> {
	const { cardId, owner, details } = wanted;
	const row = await database
		.selectFrom("vault.stored_cards")
		.selectAll()
		.where("card_id", "=", cardId)
		.where("merchant_id", "=", owner.merchantId)
		.where("customer_id", "=", owner.customerId)
		.executeTakeFirst();
	if (row === undefined) return undefined;
	const number = await decryptNumber(keyRing, row);
	const { brand, expiryMonth: month, expiryYear: year } = details;
	return new Card({ number, month, year, securityCode: undefined }, brand);
}

/** Forgets a card's number at once (P-01). Nothing happens when this owner has no such card. */
export async function deleteStoredCard(
	database: Kysely<VaultTables>,
	{ cardId, owner }: { cardId: string; owner: CardOwner },
): Promise<void> {
	await database
		.deleteFrom("vault.stored_cards")
		.where("card_id", "=", cardId)
		.where("merchant_id", "=", owner.merchantId)
		.where("customer_id", "=", owner.customerId)
		.execute();
}

async function decryptNumber(keyRing: KeyRing, row: StoredCardsTable): Promise<string> {
	const key = await keyRing.findCardStorageKey(row.key_id);
	if (key === undefined || key.merchantId !== row.merchant_id) throw new StoredCardUnreadable(row.card_id);
	try {
		return unwrap(key, row.encrypted_number, contextOf(row)).toString().trimEnd();
	} catch (cause) {
		throw new StoredCardUnreadable(row.card_id, cause);
	}
}

/** What an encrypted number is bound to. */
function contextOf(row: Pick<StoredCardsTable, "card_id" | "merchant_id" | "customer_id" | "key_id">): string {
	return ["cardseal stored card v1", row.card_id, row.merchant_id, row.customer_id, row.key_id].join("|");
}
