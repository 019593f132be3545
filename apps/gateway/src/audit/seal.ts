import type { Clock } from "../clock.ts";
import type { Database } from "../db/database.ts";
import {
	findCutoff,
	findLastSealed,
	findSealed,
	findWaiting,
	lockChain,
	moveIntoChain,
	type SealedEvent,
} from "./audit.store.ts";
import { type Head, headOf, type Mac, sealBehind } from "./chain.ts";
import { createHeadWriter, readHead } from "./head-file.ts";
import { isSigned } from "./prune.ts";

/** Events sealed in one transaction. Sealing is synchronous, so requests wait meanwhile. */
const batchEvents = 200;

/** The chain has lost an event that this gateway has seen. Sealing stops, so that the evidence is preserved. */
class ChainCut extends Error {
	override readonly name = "ChainCut";

	readonly head: Head;

	constructor(head: Head) {
		const { sequence } = head;
		super(
			`The audit log has lost or changed event ${sequence}, which was already sealed. Run npm run audit -- verify. ` +
				"After restoring a backup, move audit-head.json to another place and start again.",
		);
		this.head = head;
	}
}

export interface SealerOptions {
	database: Database;
	mac: Mac;
	/** Real time. */
	clock: Clock;
	/** The file of the last head; see `headFileIn`. */
	headFile: string;
	/** Judges a lost head; by default every one is unexplained. */
	judgeLostHead?: JudgeLostHead;
}

/**
 * Tells why a head is not in the chain. `waits`: the database was restored, and an operator has not accepted the loss yet. `accepted`: an
 * operator has.
 */
export type JudgeLostHead = (head: Head) => Promise<"waits" | "accepted" | "unexplained">;

/** Seals the waiting events, and stores the new head. */
export type Sealer = () => Promise<void>;

/**
 * Creates a sealer. Several may work on one database: one seals at a time. Each compares the chain with the last head that
 * it has seen, so that every gateway is a witness.
 *
 * @throws ConfigError when the stored head cannot be read
 */
export async function createSealer({
	database,
	mac,
	clock,
	headFile,
	judgeLostHead = async () => "unexplained",
}: SealerOptions): Promise<Sealer> {
	let seen = await readHead(headFile);
	let stored = seen;
	const writeHead = await createHeadWriter(headFile);

	async function remember(head: Head): Promise<void> {
		// After the commit: a head of a rolled back transaction would later be reported as lost. Before the file is written: the
		// gateway stays a witness on a full disk.
		seen = head;
		if (head.seal === stored?.seal) return;
		await writeHead(head);
		stored = head;
	}

	/** Forgets a head whose loss an operator has accepted. Returns `false` while it waits for that. */
	async function mayGoOnAfter(cut: ChainCut): Promise<boolean> {
		const judged = await judgeLostHead(cut.head);
		if (judged === "unexplained") throw cut;
		if (judged === "accepted") seen = undefined;
		return judged === "accepted";
	}

	return async () => {
		for (let more = true; more; ) {
			try {
				const batch = await sealBatch(database, mac, clock, seen);
				if (batch.head !== undefined) await remember(batch.head);
				more = batch.sealed === batchEvents;
			} catch (error) {
				if (!(error instanceof ChainCut)) throw error;
				more = await mayGoOnAfter(error);
			}
		}
	};
}

async function sealBatch(database: Database, mac: Mac, clock: Clock, seen: Head | undefined) {
	return database.transaction().execute(async (transaction) => {
		await lockChain(transaction);
		const last = await findLastSealed(transaction);
		if (seen !== undefined) await requireSeen(transaction, mac, { seen, last });
		const seals = sealBehind(mac, last, await findWaiting(transaction, batchEvents), clock.now());
		if (seals.length > 0) await moveIntoChain(transaction, seals);
		const newest = seals.at(-1) ?? last;
		return { sealed: seals.length, head: newest && headOf(newest) };
	});
}

/**
 * @param last the event that the new head is made from
 * @throws ChainCut
 */
async function requireSeen(
	transaction: Database,
	mac: Mac,
	{ seen, last }: { seen: Head; last: SealedEvent | undefined },
): Promise<void> {
	// Pruning keeps the last event, so the end never goes back.
	if (last === undefined || last.sequence < seen.sequence) throw new ChainCut(seen);
	const event = await findSealed(transaction, seen.sequence);
	if (event !== undefined && headOf(event).seal === seen.seal) return;
	const cutoff = await findCutoff(transaction);
	// After a year without a run, every event that this gateway has seen may have been pruned.
	const isPruned = event === undefined && cutoff !== undefined && seen.sequence <= cutoff.sequence;
	if (isPruned && isSigned(mac, cutoff)) return;
	throw new ChainCut(seen);
}
