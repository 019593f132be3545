import { inBatches } from "@cardseal/batch";
import { CompiledQuery, type Kysely } from "kysely";
import { inTransaction } from "../in-transaction.ts";
import { keyColumns } from "../keys/key-columns.ts";
import type { DataKey, KeyRing } from "../keys/key-ring.ts";
import type { KeysTable, StoredCardsTable, VaultTables } from "../schema.ts";
import { openSecret, type StoredSecrets, sealSecret } from "../stored-secrets.ts";
import { Card } from "./card.ts";
import { digitsOf } from "./pan.ts";

/** A row moved to another owner no longer decrypts (P-07). */
export interface CardOwner {
	merchantId: number;
	customerId: number;
}

export interface StoredCardDetails {
	brand: Card["brand"];
	expiryMonth: string;
	expiryYear: string;
}

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
	now: number;
}

const longestNumber = 19;

/**
 * Stores a card's number once for a customer.
 *
 * @param database a transaction, when other writes belong to it
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
			key_id: key.keyId,
			encrypted_number: sealSecret(storedCardSecrets, key, identity, Buffer.from(digits.padEnd(longestNumber))),
			fingerprint: keyRing.mac("card_fingerprint", digits),
			stored_at: now,
		})
		// Without effect, it returns and locks the existing row.
		.onConflict((conflict) =>
			conflict
				.columns(["merchant_id", "customer_id", "fingerprint"])
				.doUpdateSet((row) => ({ stored_at: row.ref("vault.stored_cards.stored_at") })),
		)
		.returning("card_id")
		.executeTakeFirstOrThrow();
	return card_id;
}

export interface CardQuery<Wanted, Row> {
	name: string;
	/**
	 * Selects a row for each wanted item that exists: `place` from 1 on, `card_id`, `card_merchant_id`,
	 * `card_customer_id`, and the columns of `Row` as JSON.
	 */
	select: string;
	parametersOf(wanted: Wanted[]): unknown[];
	detailsOf(row: Row, wanted: Wanted): StoredCardDetails;
}

export interface RowWithCard<Row> {
	row: Row;
	card: Card | undefined;
}

type KeyOf = (row: KeysTable) => Promise<DataKey>;

function unwrappingOnce(keyRing: KeyRing): KeyOf {
	const unwrapped = new Map<string, Promise<DataKey>>();
	return (row) => {
		const key = unwrapped.get(row.key_id) ?? keyRing.dataKeyOf(row, "card_storage");
		unwrapped.set(row.key_id, key);
		return key;
	};
}

interface NamedCard {
	place: number;
	card_id: string | null;
	card_merchant_id: number;
	card_customer_id: number;
}

type JoinedRow<Row> = { named: NamedCard & Row } & (
	| ({ encrypted_number: Buffer } & KeysTable)
	| { encrypted_number: null }
);

const maximumCardsPerQuery = 200;

/**
 * Joins stored cards to a query's rows; simultaneous requests share a query.
 *
 * @returns a function that returns `undefined` without a row, and throws StoredCardUnreadable
 */
export function createCardReader<Wanted, Row>(
	database: Kysely<VaultTables>,
	keyRing: KeyRing,
	query: CardQuery<Wanted, Row>,
): (wanted: Wanted) => Promise<RowWithCard<Row> | undefined> {
	const statement = joinCards(query);
	const find = inBatches({
		async run(wanted: Wanted[]) {
			const { rows } = await database.executeQuery<JoinedRow<Row>>(
				CompiledQuery.raw(statement, query.parametersOf(wanted)),
			);
			const keyOf = unwrappingOnce(keyRing);
			const found = new Map(rows.map((joined) => [joined.named.place, { joined, keyOf }]));
			return wanted.map((_wanted, index) => found.get(index + 1));
		},
		maximumItems: maximumCardsPerQuery,
		isRead: true,
	});
	return async (wanted) => {
		const found = await find(wanted);
		if (found === undefined) return undefined;
		const { joined, keyOf } = found;
		const { named: row, encrypted_number } = joined;
		const { card_id, card_merchant_id: merchant_id, card_customer_id: customer_id } = row;
		if (encrypted_number === null || card_id === null) return { row, card: undefined };
		const number = await readNumber(keyOf, joined, { card_id, merchant_id, customer_id, encrypted_number });
		const { brand, expiryMonth: month, expiryYear: year } = query.detailsOf(row, wanted);
		return { row, card: new Card({ number, month, year, securityCode: undefined }, brand) };
	};
}

/** One query: between two, a rotation could destroy the former key. */
function joinCards({ name, select }: Pick<CardQuery<never, never>, "name" | "select">): string {
	return `/* prepare: ${name} */
	select row_to_json(named) as named, card.encrypted_number, ${keyColumns}
	from (${select}) as named
	left join vault.stored_cards as card
		on (card.card_id, card.merchant_id, card.customer_id) = (named.card_id, named.card_merchant_id, named.card_customer_id)
	left join vault.keys as key on key.key_id = card.key_id`;
}

export interface WantedStoredCard {
	cardId: string;
	owner: CardOwner;
	details: StoredCardDetails;
}

const storedCardQuery: CardQuery<WantedStoredCard, unknown> = {
	name: "find-stored-cards",
	select: `
		select * from unnest($1::text[], $2::bigint[], $3::bigint[])
			with ordinality as wanted (card_id, card_merchant_id, card_customer_id, place)`,
	parametersOf: (wanted) => [
		wanted.map(({ cardId }) => cardId),
		wanted.map(({ owner }) => owner.merchantId),
		wanted.map(({ owner }) => owner.customerId),
	],
	detailsOf: (_row, { details }) => details,
};

export function createStoredCardReader(
	database: Kysely<VaultTables>,
	keyRing: KeyRing,
): (wanted: WantedStoredCard) => Promise<Card | undefined> {
	const find = createCardReader(database, keyRing, storedCardQuery);
	return async (wanted) => (await find(wanted))?.card;
}

/** Deletes a card's number (P-01). */
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
	try {
		const key = await keyOf(keyRow);
		return openSecret(storedCardSecrets, key, card, card.encrypted_number).toString().trimEnd();
	} catch (cause) {
		throw new StoredCardUnreadable(card.card_id, cause);
	}
}

type CardIdentity = Pick<StoredCardsTable, "card_id" | "merchant_id" | "customer_id">;
type EncryptedCard = CardIdentity & Pick<StoredCardsTable, "encrypted_number">;

export const storedCardSecrets: StoredSecrets<CardIdentity> = {
	purpose: "card_storage",
	table: "vault.stored_cards",
	id: "card_id",
	secret: "encrypted_number",
	contextOf: (card, keyId) =>
		["cardseal stored card v1", card.card_id, card.merchant_id, card.customer_id, keyId].join("|"),
};
