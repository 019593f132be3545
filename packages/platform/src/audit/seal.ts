import { openForRewriting } from "../atomic-file.ts";
import type { Clock } from "../clock.ts";
import type { Database } from "../db/database.ts";
import {
	findCutoff,
	findLastSealed,
	findSealedAfter,
	findWaiting,
	lockChain,
	moveIntoChain,
	type SealedEvent,
} from "./audit.store.ts";
import { checkChain, type Head, headOf, isSigned, type Mac, sealBehind } from "./chain.ts";
import { readHead } from "./head-file.ts";

/** Requests wait for the synchronous MACs. */
const batchEvents = 200;

/** Sealing stops, so that the evidence is preserved. */
class ChainCut extends Error {
	override readonly name = "ChainCut";

	readonly head: Head;

	constructor(head: Head, sequence = head.sequence) {
		super(
			`The audit log has lost or changed event ${sequence}, which was already sealed. ` +
				`Run npm run audit -- verify --head ${head.sequence}:${head.seal}. After a restore, see docs/operate/restore.md.`,
		);
		this.head = head;
	}
}

/** `waits`: an operator has not accepted the loss of a restored database yet. */
export type JudgeLostHead = (head: Head) => Promise<"waits" | "accepted" | "unexplained">;

/**
 * Checks that the chain continues the last head seen, so that every gateway is a witness.
 * @throws ConfigError for an unreadable head
 */
export async function createSealer({
	database,
	mac,
	clock,
	headFile,
	judgeLostHead = async () => "unexplained",
}: {
	database: Database;
	mac: Mac;
	clock: Clock;
	headFile: string;
	judgeLostHead?: JudgeLostHead;
}): Promise<() => Promise<void>> {
	let seen = await readHead(headFile);
	let stored = seen;
	const rewrite = await openForRewriting(headFile, { mode: 0o600 });

	async function remember(head: Head): Promise<void> {
		// After the commit: a rolled back head would be reported as lost. Before the file: the gateway stays a witness on a
		// full disk.
		seen = head;
		if (head.seal === stored?.seal) return;
		await rewrite(`${JSON.stringify(head)}\n`);
		stored = head;
	}

	async function mayGoOnAfter(cut: ChainCut): Promise<boolean> {
		const judged = await judgeLostHead(cut.head);
		if (judged === "accepted") {
			seen = undefined;
			return true;
		}
		// A restart must not lose the evidence.
		await remember(cut.head).catch((error: unknown) => {
			cut.cause = error;
			throw cut;
		});
		if (judged === "unexplained") throw cut;
		return false;
	}

	return async () => {
		for (let more = true; more; ) {
			try {
				const batch = await sealBatch(database, mac, clock, seen);
				if (batch.head !== undefined) await remember(batch.head);
				more = batch.more;
			} catch (error) {
				if (!(error instanceof ChainCut)) throw error;
				more = await mayGoOnAfter(error);
			}
		}
	};
}

async function sealBatch(
	database: Database,
	mac: Mac,
	clock: Clock,
	seen: Head | undefined,
): Promise<{ head: Head | undefined; more: boolean }> {
	return database.transaction().execute(async (transaction) => {
		await lockChain(transaction);
		const last = await findLastSealed(transaction);
		if (seen !== undefined) {
			const checked = await follow(transaction, mac, { seen, last });
			if (!isAt(last, checked)) return { head: checked, more: true };
		}
		const seals = sealBehind(mac, last, await findWaiting(transaction, batchEvents), clock.now());
		if (seals.length > 0) await moveIntoChain(transaction, seals);
		const newest = seals.at(-1) ?? last;
		return { head: newest && headOf(newest), more: seals.length === batchEvents };
	});
}

/** Checks events that other gateways sealed. */
async function follow(
	transaction: Database,
	mac: Mac,
	{ seen, last }: { seen: Head; last: SealedEvent | undefined },
): Promise<Head> {
	// Pruning keeps the last event.
	if (last === undefined || last.sequence < seen.sequence) throw new ChainCut(seen);
	const events = await findSealedAfter(transaction, seen.sequence - 1, batchEvents);
	const [first] = events;
	const isKept = first?.sequence === seen.sequence;
	if (isKept && !isAt(first, seen)) throw new ChainCut(seen);
	const start = isKept ? seen : await findCutoffBehind(transaction, mac, seen);
	if (start === undefined) throw new ChainCut(seen);
	const { head, broken } = await checkChain(mac, { start, anchors: [] }, isKept ? events.slice(1) : events);
	if (broken !== undefined) throw new ChainCut(seen, broken.sequence);
	// The owner can change the end between the reads.
	if (events.length < batchEvents && !isAt(last, head)) throw new ChainCut(seen, last.sequence);
	return head;
}

/** All seen events may be pruned after a year without a run. */
async function findCutoffBehind(transaction: Database, mac: Mac, seen: Head): Promise<Head | undefined> {
	const cutoff = await findCutoff(transaction);
	if (cutoff === undefined || cutoff.sequence < seen.sequence || !isSigned(mac, cutoff)) return undefined;
	return headOf(cutoff);
}

function isAt(event: SealedEvent | undefined, head: Head): boolean {
	return event !== undefined && headOf(event).seal === head.seal;
}
