import type { Clocks } from "../clock.ts";
import type { Database } from "../db/database.ts";
import { clientNetwork } from "../network/client-network.ts";
import { insertEvents, type NewAuditRow } from "./audit.store.ts";
import type { AuditEventFacts, Caller } from "./event.ts";
import { rowOf } from "./record.ts";

export interface FailedAttempt {
	type: Extract<AuditEventFacts, { times: number }>["type"];
	object: string | null;
	details?: { route: string };
	merchantId: number | null;
	caller: Caller;
}

interface Tally {
	row: NewAuditRow;
	times: number;
	isWritten: boolean;
	endsAt: number;
}

const windowMs = 60_000;

/** Further attempts are counted together, those of staff per member. */
const maximumTallies = 100;

export type FailedAttempts = ReturnType<typeof createFailedAttempts>;

/**
 * Writes one row for the first attempt and one for the others of a minute, so that attempts do not fill the disk.
 * Nothing is written during the request, whose time would reveal whether a client exists.
 */
export function createFailedAttempts(database: Database, clocks: Clocks) {
	const tallies = new Map<string, Tally>();
	const tallyOf = (attempt: FailedAttempt): Tally => {
		const key = keyOf(attempt);
		const known = tallies.get(key);
		if (known !== undefined) return known;
		const row = rowOf(attempt, clocks);
		const tally = { row, times: 0, isWritten: false, endsAt: row.occurred_at + windowMs };
		tallies.set(key, tally);
		return tally;
	};
	return {
		count(attempt: FailedAttempt): void {
			const own = ofNetwork(attempt);
			const hasRoom = tallies.has(keyOf(own)) || tallies.size < maximumTallies;
			tallyOf(hasRoom ? own : ofCrowd(attempt)).times += 1;
		},
		/** Keeps the counts after a failure. `all` includes unfinished tallies. */
		async write({ all = false } = {}): Promise<void> {
			const now = clocks.real.now();
			const isDue = ({ isWritten, endsAt }: Tally) => all || !isWritten || endsAt <= now;
			const due = [...tallies.values()].filter((tally) => tally.times > 0 && isDue(tally));
			const rows = due.map((tally) => ({ ...tally.row, times: tally.times }));
			await insertEvents(database, rows);
			for (const [index, tally] of due.entries()) {
				// The count may have grown during the write.
				tally.times -= rows[index]?.times ?? 0;
				tally.isWritten = true;
			}
			for (const [key, { times, endsAt }] of tallies) {
				if (times === 0 && endsAt <= now) tallies.delete(key);
			}
		},
	};
}

function keyOf({ type, object, details, caller }: FailedAttempt): string {
	return JSON.stringify([type, object, details?.route, caller.clientAddress]);
}

function ofNetwork(attempt: FailedAttempt): FailedAttempt {
	const { clientAddress } = attempt.caller;
	if (clientAddress === null) return attempt;
	return { ...attempt, caller: { ...attempt.caller, clientAddress: clientNetwork(clientAddress) } };
}

/** Strangers' attempts hide none of a stolen session. */
function ofCrowd({ type, object, merchantId, caller }: FailedAttempt): FailedAttempt {
	const member = caller.actor.kind === "staff" ? { object, merchantId } : { object: null, merchantId: null };
	return { type, ...member, caller: { ...caller, clientAddress: null, requestId: null } };
}
