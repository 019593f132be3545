import { clientNetwork } from "../client-network.ts";
import type { Clocks } from "../clock.ts";
import type { Database } from "../db/database.ts";
import { insertEvents } from "./audit.store.ts";
import type { AuditEventFacts, Caller } from "./event.ts";
import type { NewAuditRow } from "./inbox.store.ts";
import { auditRow } from "./record.ts";

/** Somebody who was not let in. */
export interface FailedAttempt {
	type: Extract<AuditEventFacts, { times: number }>["type"];
	/** The client or staff member that it was tried as, when there is one, and its merchant. */
	object: string | null;
	merchantId: number | null;
	caller: Caller;
}

/** Attempts of one kind, from one network, within a minute. */
interface Tally {
	/** As its first attempt was. */
	row: NewAuditRow;
	/** Those that are not written yet. */
	times: number;
	isWritten: boolean;
	endsAt: number;
}

const windowMs = 60_000;

/** Tallies at once: whoever has more addresses and client ids than that is counted as one crowd. */
const maximumTallies = 100;

/**
 * Counts failed attempts to get in, so that whoever makes millions of them fills no disk: one row when they begin, and one
 * with the count of the others when their minute is over. Nothing is written while a request waits, so that the time an
 * answer takes does not tell whether a client exists.
 */
export class FailedAttempts {
	readonly #database: Database;
	readonly #clocks: Clocks;
	readonly #tallies = new Map<string, Tally>();

	constructor(database: Database, clocks: Clocks) {
		this.#database = database;
		this.#clocks = clocks;
	}

	count(attempt: FailedAttempt): void {
		const own = ofNetwork(attempt);
		const hasRoom = this.#tallies.has(keyOf(own)) || this.#tallies.size < maximumTallies;
		this.#tallyOf(hasRoom ? own : ofCrowd(attempt)).times += 1;
	}

	/**
	 * Writes the tallies that are new or over. What cannot be written stays counted.
	 *
	 * @param all also those in the middle of their minute, since there is no later
	 */
	async write({ all = false } = {}): Promise<void> {
		const now = this.#clocks.real.now();
		const isDue = ({ isWritten, endsAt }: Tally) => all || !isWritten || endsAt <= now;
		const due = [...this.#tallies.values()].filter((tally) => tally.times > 0 && isDue(tally));
		const written = due.map((tally) => ({ tally, row: { ...tally.row, times: tally.times } }));
		await insertEvents(
			this.#database,
			written.map(({ row }) => row),
		);
		for (const { tally, row } of written) {
			// Others may have come while these were being written.
			tally.times -= row.times;
			tally.isWritten = true;
		}
		for (const [key, { times, endsAt }] of this.#tallies) {
			if (times === 0 && endsAt <= now) this.#tallies.delete(key);
		}
	}

	#tallyOf(attempt: FailedAttempt): Tally {
		const key = keyOf(attempt);
		const known = this.#tallies.get(key);
		if (known !== undefined) return known;
		const row = auditRow({ ...attempt, times: 1 }, this.#clocks);
		const tally = { row, times: 0, isWritten: false, endsAt: row.occurred_at + windowMs };
		this.#tallies.set(key, tally);
		return tally;
	}
}

function keyOf({ type, object, caller }: FailedAttempt): string {
	return JSON.stringify([type, object, caller.clientAddress]);
}

function ofNetwork(attempt: FailedAttempt): FailedAttempt {
	const { clientAddress } = attempt.caller;
	if (clientAddress === null) return attempt;
	return { ...attempt, caller: { ...attempt.caller, clientAddress: clientNetwork(clientAddress) } };
}

function ofCrowd({ type, caller }: FailedAttempt): FailedAttempt {
	return { type, object: null, merchantId: null, caller: { ...caller, clientAddress: null, requestId: null } };
}
