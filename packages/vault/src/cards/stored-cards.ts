import { inBatches } from "@cardseal/batch";
import { CompiledQuery, type Kysely } from "kysely";
import { inTransaction } from "../in-transaction.ts";
import { wrap } from "../keys/at-rest.ts";
import type { DataKey, KeyRing } from "../keys/key-ring.ts";
import type { KeysTable, StoredCardsTable, VaultTables } from "../schema.ts";
import { openSecret, type StoredSecrets } from "../stored-secrets.ts";
import { Card } from "./card.ts";
import { digitsOf } from "./pan.ts";

/** The owner of a stored card, bound into the ciphertext: a row moved to another owner no longer decrypts (P-07). */
export interface CardOwner {
	merchantId: number;
	customerId: number;
}

/** Details of a stored card that are stored outside the vault and belong to a charge. */
export interface StoredCardDetails {
	brand: Card["brand"];
	/** Two digits each. */
	expiryMonth: string;
	expiryYear: string;
}

/** A stored card that cannot be decrypted: its row was changed, or its key is gone. Raises an alarm. */
export class StoredCardUnreadable extends Error {
	override readonly name = "StoredCardUnreadable";

	constructor(cardId: string, cause?: unknown) {
		super(`Stored card ${cardId} cannot be decrypted.`, { cause });
	}
}

interface NewStoredCard {
	cardId: string;
	card: Card;
	owner: CardOwner;
	/** ms since 1970 */
	now: number;
}

/** Longest card number (ISO/IEC 7812-1). Shorter ones are padded, so that the ciphertext hides the length. */
const longestNumber = 19;

/**
 * Stores a card's number for a customer, without its security code. The same card of a customer is stored once.
 *
 * @param database a transaction, when other writes belong to it
 * @param cardId the id of a new card
 * @returns the card's id: the existing one when it was stored before
 */
export async function storeCard(
	database: Kysely<VaultTables>,
	keyRing: KeyRing,
	stored: NewStoredCard,
): Promise<string> {
	return inTransaction(database, async (transaction) => {
		const key = await keyRing.lockDataKey(transaction, "card_storage", stored.owner.merchantId);
		return insertStoredCard(transaction, keyRing, key, stored);
	});
}

async function insertStoredCard(
	transaction: Kysely<VaultTables>,
	keyRing: KeyRing,
	key: DataKey,
	{ cardId, card, owner, now }: NewStoredCard,
): Promise<string> {
	const digits = digitsOf(card.pan);
	const identity = { card_id: cardId, merchant_id: owner.merchantId, customer_id: owner.customerId };
	const { card_id } = await transaction
		.insertInto("vault.stored_cards")
		.values({
			...identity,
			...encryptNumber(key, digits, identity),
			fingerprint: keyRing.mac("card_fingerprint", digits),
			stored_at: now,
		})
		// An update without effect: it returns the existing row and locks it against deletion.
		.onConflict((conflict) =>
			conflict
				.columns(["merchant_id", "customer_id", "fingerprint"])
				.doUpdateSet((row) => ({ stored_at: row.ref("vault.stored_cards.stored_at") })),
		)
		.returning("card_id")
		.executeTakeFirstOrThrow();
	return card_id;
}

export interface WantedStoredCard {
	cardId: string;
	owner: CardOwner;
	details: StoredCardDetails;
}

type KeyOf = (row: KeysTable) => Promise<DataKey>;

/** Unwraps a key once for all cards of one read, and discards it afterwards. */
function unwrappingOnce(keyRing: KeyRing): KeyOf {
	const unwrapped = new Map<string, Promise<DataKey>>();
	return (row) => {
		const key = unwrapped.get(row.key_id) ?? keyRing.dataKeyOf(row, "card_storage");
		unwrapped.set(row.key_id, key);
		return key;
	};
}

type StoredRow = KeysTable & Pick<StoredCardsTable, "encrypted_number">;

/** Most cards in one query. */
const maximumCardsPerQuery = 200;

/**
 * Creates a reader of stored cards for processors, without security codes. Cards requested at the same time share a
 * query. A card that the owner does not have is `undefined`.
 *
 * @returns a function that throws StoredCardUnreadable
 */
export function createStoredCardReader(
	database: Kysely<VaultTables>,
	keyRing: KeyRing,
): (wanted: WantedStoredCard) => Promise<Card | undefined> {
	const find = inBatches({
		async run(wanted: WantedStoredCard[]) {
			const rows = await findRows(database, wanted);
			const keyOf = unwrappingOnce(keyRing);
			return rows.map((row) => row && { row, keyOf });
		},
		maximumItems: maximumCardsPerQuery,
		isRead: true,
	});
	return async (wanted) => {
		const found = await find(wanted);
		if (found === undefined) return undefined;
		const { row, keyOf } = found;
		const { cardId, owner, details } = wanted;
		const identity = { card_id: cardId, merchant_id: owner.merchantId, customer_id: owner.customerId };
		const number = await readNumber(keyOf, row, { ...identity, encrypted_number: row.encrypted_number });
		const { brand, expiryMonth: month, expiryYear: year } = details;
		return new Card({ number, month, year, securityCode: undefined }, brand);
	};
}

/** Reads card and key in one query: between two, a rotation could re-encrypt the card and destroy the former key. */
const findStatement = `
	/* prepare: find-stored-cards */
	select wanted.place, card.encrypted_number, key.*
	from unnest($1::text[], $2::bigint[], $3::bigint[]) with ordinality as wanted (card_id, merchant_id, customer_id, place)
	join vault.stored_cards as card
		on card.card_id = wanted.card_id and card.merchant_id = wanted.merchant_id and card.customer_id = wanted.customer_id
	join vault.keys as key on key.key_id = card.key_id`;

async function findRows(database: Kysely<VaultTables>, wanted: WantedStoredCard[]): Promise<(StoredRow | undefined)[]> {
	const parameters = [
		wanted.map(({ cardId }) => cardId),
		wanted.map(({ owner }) => owner.merchantId),
		wanted.map(({ owner }) => owner.customerId),
	];
	const { rows } = await database.executeQuery<StoredRow & { place: number }>(
		CompiledQuery.raw(findStatement, parameters),
	);
	const found = new Map(rows.map(({ place, ...row }) => [place, row]));
	return wanted.map((_wanted, index) => found.get(index + 1));
}

/** Deletes a card's number (P-01). Does nothing when this owner has no such card. */
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

async function readNumber(keyOf: KeyOf, keyRow: KeysTable, card: EncryptedCard): Promise<string> {
	let key: DataKey;
	try {
		key = await keyOf(keyRow);
	} catch (cause) {
		throw new StoredCardUnreadable(card.card_id, cause);
	}
	return decryptNumber(key, card);
}

type CardIdentity = Pick<StoredCardsTable, "card_id" | "merchant_id" | "customer_id">;
type EncryptedCard = CardIdentity & Pick<StoredCardsTable, "encrypted_number">;

/** The encrypted column of stored cards and its bound context. */
export const storedCardSecrets: StoredSecrets<CardIdentity> = {
	purpose: "card_storage",
	table: "vault.stored_cards",
	id: "card_id",
	secret: "encrypted_number",
	contextOf: (card, keyId) =>
		["cardseal stored card v1", card.card_id, card.merchant_id, card.customer_id, keyId].join("|"),
};

/** Returns the columns that hold a card's number, encrypted under `key`. */
function encryptNumber(
	key: DataKey,
	digits: string,
	card: CardIdentity,
): Pick<StoredCardsTable, "key_id" | "encrypted_number"> {
	const context = storedCardSecrets.contextOf(card, key.keyId);
	return { key_id: key.keyId, encrypted_number: wrap(key, Buffer.from(digits.padEnd(longestNumber)), context) };
}

/**
 * Decrypts a stored card's number.
 *
 * @throws StoredCardUnreadable when it was not encrypted under this key for this card
 */
function decryptNumber(key: DataKey, card: EncryptedCard): string {
	try {
		return openSecret(storedCardSecrets, key, card, card.encrypted_number).toString().trimEnd();
	} catch (cause) {
		throw new StoredCardUnreadable(card.card_id, cause);
	}
}
