import type { DatabaseSync } from "node:sqlite";
import type { Payer } from "../checkout/payer.ts";

export interface SavedCardHolder extends Payer {
	customerId: string;
	savedAt: number;
	/** The holder stays until the gateway has deleted the cards. */
	forgottenAt: number | null;
}

export type SavedCards = ReturnType<typeof createSavedCards>;

const holderOf = (row: unknown) => row as SavedCardHolder | undefined;

export function createSavedCards(database: DatabaseSync, now: () => number) {
	const columns = "customer_id AS customerId, name, email, saved_at AS savedAt, forgotten_at AS forgottenAt";
	const select = (where: string) => database.prepare(`SELECT ${columns} FROM card_holders WHERE ${where}`);
	const byCustomer = select("customer_id = ?");
	const byKey = select("key_hash = ?");
	const obsolete = select("forgotten_at IS NOT NULL OR saved_at <= ?");
	const upsert = database.prepare(
		`INSERT INTO card_holders VALUES (?, ?, ?, ?, NULL, NULL)
		ON CONFLICT (customer_id) DO UPDATE SET name = excluded.name, email = excluded.email, saved_at = excluded.saved_at`,
	);
	const setKey = database.prepare("UPDATE card_holders SET key_hash = ? WHERE customer_id = ?");
	const forget = database.prepare(
		"UPDATE card_holders SET forgotten_at = coalesce(forgotten_at, ?), key_hash = NULL WHERE customer_id = ?",
	);
	const remove = database.prepare("DELETE FROM card_holders WHERE customer_id = ?");

	return {
		find: (customerId: string) => holderOf(byCustomer.get(customerId)),
		findByKey: (keyHash: string) => holderOf(byKey.get(keyHash)),
		/** Returns holders with removed cards, or none saved since `savedBefore`. */
		listObsolete: (savedBefore: number) => obsolete.all(savedBefore).map(holderOf) as SavedCardHolder[],
		save: (customerId: string, { name, email }: Payer) => void upsert.run(customerId, name, email, now()),
		/** A newly saved card revokes the earlier key: a key that a stranger planted must not open the card. */
		setKey: (keyHash: string, customerId: string) => void setKey.run(keyHash, customerId),
		forget: (customerId: string) => void forget.run(now(), customerId),
		remove: (customerId: string) => void remove.run(customerId),
	};
}
