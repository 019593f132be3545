import type { Clock } from "@cardseal/platform";
import type { Database } from "@cardseal/platform/db";
import { raiseAhead, readAhead } from "./clock.store.ts";

/** A base clock plus a stored lead. */
export interface SandboxClock extends Clock {
	moveTo(database: Database, time: number): Promise<void>;
	/** Reads moves of other gateways. */
	follow(connection?: Database): Promise<void>;
}

export async function createSandboxClock(database: Database, base: Clock): Promise<SandboxClock> {
	let aheadMs = await readAhead(database);
	// Responses may arrive out of order; an older one must not set the clock back.
	const putAhead = (milliseconds: number) => {
		aheadMs = Math.max(aheadMs, milliseconds);
	};
	return {
		now: () => base.now() + aheadMs,
		async moveTo(connection, time) {
			putAhead(await raiseAhead(connection, Math.max(0, time - base.now())));
		},
		async follow(connection = database) {
			putAhead(await readAhead(connection));
		},
	};
}
