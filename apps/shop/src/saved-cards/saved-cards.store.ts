import type { DatabaseSync } from "node:sqlite";
import type { Payer } from "../checkout/payer.ts";

export interface SavedCardHolder extends Payer {
	customerId: string;
	/** ms since 1970. */
	savedAt: number;
	/** The holder stays until the gateway has deleted the cards. */
	forgottenAt: number | null;
}

export type SavedCards = ReturnType<typeof createSavedCards>;

const holderOf = (row: unknown) => row as SavedCardHolder | undefined;

export function createSavedCards(database: DatabaseSync, now: () => number) {
	const columns = "s.customer_id AS customerId, name, email, saved_at AS savedAt, forgotten_at AS forgottenAt";
	const select = (rest: string) => database.prepare(`SELECT ${columns} FROM saved_cards s ${rest}`);
	const byCustomer = select("WHERE s.customer_id = ?");
	const byKey = select("JOIN card_keys k ON k.customer_id = s.customer_id WHERE k.key_hash = ?");
	const obsolete = select("WHERE forgotten_at IS NOT NULL OR saved_at <= ?");
	const upsert = database.prepare(
		`INSERT INTO saved_cards VALUES (?, ?, ?, ?, NULL)
		ON CONFLICT (customer_id) DO UPDATE SET name = excluded.name, email = excluded.email, saved_at = excluded.saved_at`,
	);
	const forget = database.prepare(
		"UPDATE saved_cards SET forgotten_at = coalesce(forgotten_at, ?) WHERE customer_id = ?",
	);
	const remove = database.prepare("DELETE FROM saved_cards WHERE customer_id = ?");
	const dropKeys = database.prepare("DELETE FROM card_keys WHERE customer_id = ? AND attempt_id <> ?");
	const addKey = database.prepare("INSERT INTO card_keys VALUES (?, ?, ?)");

	return {
		find: (customerId: string) => holderOf(byCustomer.get(customerId)),
		findByKey: (keyHash: string) => holderOf(byKey.get(keyHash)),
		/** Returns holders with removed cards, or none saved since `savedBefore`. */
		listObsolete: (savedBefore: number) => obsolete.all(savedBefore).map(holderOf) as SavedCardHolder[],
		save: (customerId: string, { name, email }: Payer) => void upsert.run(customerId, name, email, now()),
		/**
		 * A newly saved card revokes all earlier keys: a key that a stranger planted must not open the card. Keys of
		 * one attempt coexist, since a page that lost the answer asks again.
		 */
		addKey(keyHash: string, customerId: string, attemptId: string) {
			dropKeys.run(customerId, attemptId);
			addKey.run(keyHash, customerId, attemptId);
		},
		forget(customerId: string) {
			forget.run(now(), customerId);
			dropKeys.run(customerId, "");
		},
		remove(customerId: string) {
			dropKeys.run(customerId, "");
			remove.run(customerId);
		},
	};
}
