import { advanceFileNumber } from "@cardseal/eft/gateway";
import { skipPositions } from "@cardseal/events/gateway";
import type { Database } from "@cardseal/platform/db";
import { type MovedSequence, moveSequences } from "./sequences.store.ts";

/* A restored database would give the numbers of lost rows again. */

type Numbers = Record<string, number>;

/** More than gateways give between two looks at the numbers. */
const jumpAboveSeen = 100_000;

/** Nothing tells how many numbers were given: at 1,000 a second, these last for a day. */
const jumpAboveNothing = 100_000_000;

/** More bank files than a backup is old; half of the numbers would count as behind. */
const fileJump = 1_000;

/** The sequence from which events get positions. */
const eventNumbers = "event_inbox_id_seq";

/**
 * Moves sequences that are behind the numbers seen, also without a lost payment. A restored replica may have numbers
 * beyond those seen, and lack the newest: then all sequences move.
 * @returns the numbers to remember
 */
export async function moveBeyond(
	database: Database,
	{ present, seen, isAll }: { present: Numbers; seen: Numbers; isAll: boolean },
): Promise<Record<string, number>> {
	const behind = Object.entries(present).filter(([name, last]) => last < (seen[name] ?? 0));
	if (isAll || behind.length > 0) {
		await moveAll(database, { present: isAll ? present : Object.fromEntries(behind), seen, jump: jumpAboveSeen });
	}
	return behind.length > 0 ? seen : present;
}

/** Moves sequences and the numbers of bank files, when everything that gateways have seen is lost. */
export async function moveFarAhead(database: Database, sequences: Numbers, fileNumbers: Numbers): Promise<void> {
	await moveAll(database, { present: sequences, seen: {}, jump: jumpAboveNothing });
	await database.transaction().execute(async (transaction: Database) => {
		for (const [originatorId, last] of Object.entries(fileNumbers)) {
			await advanceFileNumber(transaction, originatorId, ((last + fileJump - 1) % 9_999) + 1);
		}
	});
}

async function moveAll(
	database: Database,
	{ present, seen, jump }: { present: Numbers; seen: Numbers; jump: number },
): Promise<void> {
	const moved: MovedSequence[] = Object.entries(present).map(([name, last]) => ({
		name,
		given: Math.max(last, seen[name] ?? 0),
	}));
	const events = moved.find(({ name }) => name === eventNumbers);
	// Committed first: after a death in between, positions are skipped again.
	if (events !== undefined) {
		await skipPositions(database, events.given + jump - (present[eventNumbers] ?? 0));
	}
	await moveSequences(database, moved, jump);
}
