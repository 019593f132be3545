import type { Clock } from "@cardseal/platform";
import type { Database } from "@cardseal/platform/db";
import { writeLastUses } from "./merchant-credentials.store.ts";

/** Helps a merchant to find unused credentials. */
export interface CredentialUse {
	note(clientId: string): void;
	/** Writes the uses since the last call. */
	write(): Promise<void>;
}

/** @param clock business time */
export function createCredentialUse(database: Database, clock: Clock): CredentialUse {
	let uses = new Map<string, number>();
	return {
		note: (clientId) => void uses.set(clientId, clock.now()),
		async write() {
			if (uses.size === 0) return;
			const written = uses;
			uses = new Map();
			// The next use replaces a lost one.
			await writeLastUses(database, written);
		},
	};
}
