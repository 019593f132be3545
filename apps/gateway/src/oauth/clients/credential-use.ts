import type { Clock } from "../../clock.ts";
import type { Database } from "../../db/database.ts";
import { writeLastUses } from "./merchant-credentials.store.ts";

/** Remembers when credentials are used, so that a merchant can tell those that nobody needs any more. */
export interface CredentialUse {
	/** Costs nothing: what comes together here is written in one statement. */
	note(clientId: string): void;
	/** Writes down what came since it was last called. */
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
			// What a database that is away does not hear is not kept: the next use tells as much.
			await writeLastUses(database, written);
		},
	};
}
