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

const maximumTallies = 100;

export type FailedAttempts = ReturnType<typeof createFailedAttempts>;

/**
 * One row for the first attempt, one for the rest of a minute. Written after the request, whose time would reveal a
 * client.
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
		/** Keeps counts after a failure. `all`: also unfinished tallies. */
		async write({ all = false } = {}): Promise<void> {
			const now = clocks.real.now();
			const isDue = ({ isWritten, endsAt }: Tally) => all || !isWritten || endsAt <= now;
			const due = [...tallies.values()].filter((tally) => tally.times > 0 && isDue(tally));
			const rows = due.map((tally) => ({ ...tally.row, times: tally.times }));
			await insertEvents(database, rows);
			for (const [index, tally] of due.entries()) {
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

/** Keeps a stolen session's attempts apart from strangers'. */
function ofCrowd({ type, object, merchantId, caller }: FailedAttempt): FailedAttempt {
	const member = caller.actor.kind === "staff" ? { object, merchantId } : { object: null, merchantId: null };
	return { type, ...member, caller: { ...caller, clientAddress: null, requestId: null } };
}
