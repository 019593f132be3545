import type { Vault } from "@cardseal/vault";
import { system } from "../audit/event.ts";
import { recordEvent } from "../audit/record.ts";
import type { Clocks } from "../clock.ts";
import type { Database } from "../db/database.ts";
import type { Logger } from "../log/log.ts";
import { Problem } from "../problem.ts";
import {
	addToOpenRestore,
	findLastKept,
	insertRestore,
	listFinishedRestores,
	type Restore,
	readSeenNow,
	type SeenNow,
} from "./restores.store.ts";
import type { LostHead, Missing, Seen } from "./tables.ts";

/*
 * A database that lacks a row that a gateway has seen was restored from a backup, or is a replica that took over too early. It may
 * lack payments that processors carried out, so a subscription or a card token would be charged again. Until an operator has compared it
 * with the processors, all gateways on it only read.
 */

/** Seconds after which a refused caller may try again. A person has to end the mode. */
const retryAfterSeconds = 60;

const restored = () =>
	new Problem(
		"restored",
		"The database was restored and may lack payments, so nothing that moves money is done now. Nothing was done. Reading works; try again later.",
		{ headers: { "Retry-After": String(retryAfterSeconds) } },
	);

const alarm =
	"ALARM: the database lacks what was there. Nothing that moves money is done until an operator has run restore reconcile and finish";

/** Clocks of gateways, of the database and of processors may differ by this much, and a request may take as long. */
const windowMarginMs = 15 * 60_000;

/** References of requests that were sent since the last check. A gateway sends fewer in a second. */
const maximumSent = 10_000;

export interface RestoredMode {
	/** The open restore at the last check, at most a second ago. */
	readonly open: Pick<Restore, "id" | "noticed_at" | "window_from"> | undefined;
	/** Card tokens made before this time are refused: the record of their use may be lost. Real time, ms since 1970. */
	readonly tokensFrom: number;
	/** @throws Problem 503 while restored */
	requireNormal(): void;
	/**
	 * Admits a request to a processor. After a reconnect to another server, waits until that is
	 * compared with what was seen.
	 *
	 * @param reference the id of a transaction that is written
	 * @throws Problem 503 while restored
	 */
	beforeSending(reference: string | undefined): Promise<void>;
	/** Called with the server of each new connection. */
	connectedTo(server: string): void;
	/**
	 * Compares the database with the newest rows seen, and opens a restore if it lacks any.
	 *
	 * @param inFile the newest rows seen before this process, or by another process with the same DATA_DIR
	 * @returns the newest rows now; `inFile` while restored
	 */
	check(inFile: Seen | undefined): Promise<Seen>;
	/** Judges a missing head of the audit log; see `LostHeads`. */
	judgeLostHead(head: LostHead): Promise<"waits" | "accepted" | "unexplained">;
}

interface RestoredModeOptions {
	database: Database;
	clocks: Clocks;
	log?: Logger;
	/** Given once the vault is open. */
	mac?: Vault["mac"];
}

export function createRestoredMode({ database, clocks, log, mac }: RestoredModeOptions): RestoredMode {
	let open: RestoredMode["open"];
	let tokensFrom = 0;
	let seen: Seen | undefined;
	let server: string | undefined;
	/** Set after a reconnect to another server, until a check. */
	let isUnverified = false;
	let sent: string[] = [];
	/** True once the open restore has the newest rows that this gateway had seen. */
	let isAdded = false;
	let addedHead: string | undefined;
	let checking: Promise<Seen> | undefined;

	async function check(inFile: Seen | undefined): Promise<Seen> {
		const before = newerOf(inFile, seen);
		const at = clocks.real.now();
		const wasUnverified = isUnverified;
		const sentBefore = sent.length;
		const now = await readSeenNow(database, before, wasUnverified ? sent : []);
		tokensFrom = now.tokensFrom;
		const known = before ?? seenOf(now, at);
		const missing = missingIn(known, now);
		const isBehind = missing !== undefined && (now.justWrittenMissing > 0 || known.at > now.explainedUntil);
		if (isBehind || now.openRestore !== null) {
			seen = known;
			open = await noteRestore(known, missing ?? {}, now);
			isUnverified = false;
			return known;
		}
		open = undefined;
		isAdded = false;
		if (wasUnverified) isUnverified = false;
		sent = sent.slice(sentBefore);
		seen = seenOf(now, at);
		return seen;
	}

	/** Opens a restore unless one is open, and adds the newest rows that this gateway had seen. */
	async function noteRestore(known: Seen, missing: Missing, now: SeenNow): Promise<RestoredMode["open"]> {
		if (isAdded && now.openRestore !== null) return now.openRestore;
		const isMissing = Object.keys(missing).length > 0;
		if (isMissing) {
			const windowFrom = Math.max(0, (await findLastKept(database, known)) - windowMarginMs);
			if (now.openRestore === null) await openRestore(windowFrom, missing, now);
			const lostHead = missing.auditEvent === undefined ? null : known.auditHead;
			const { at: seenAt, fileNumbers } = known;
			await addToOpenRestore(database, { seenAt, windowFrom, ...(lostHead && { lostHead }), fileNumbers });
		}
		if (open === undefined) log?.error({ problem: `lacks ${JSON.stringify(missing)}` }, alarm);
		isAdded = true;
		return (await readSeenNow(database, undefined, [])).openRestore ?? undefined;
	}

	async function openRestore(windowFrom: number, missing: Missing, { fileNumbers }: SeenNow): Promise<void> {
		const noticedAt = clocks.real.now();
		await database.transaction().execute(async (transaction) => {
			const id = await insertRestore(transaction, {
				noticed_at: noticedAt,
				window_from: windowFrom,
				missing,
				kept_file_numbers: fileNumbers,
			});
			// Another gateway was first.
			if (id === undefined) return;
			const details = { missing: Object.keys(missing), window_from: windowFrom, window_to: noticedAt };
			const about = { object: String(id), merchantId: null, caller: system("gateway") };
			await recordEvent(transaction, clocks, { ...about, type: "restore.noticed", details });
		});
	}

	const shared = (inFile: Seen | undefined) => {
		checking ??= check(inFile).finally(() => {
			checking = undefined;
		});
		return checking;
	};
	const requireNormal = () => {
		if (open !== undefined) throw restored();
	};

	return {
		get open() {
			return open;
		},
		get tokensFrom() {
			return tokensFrom;
		},
		requireNormal,
		async beforeSending(reference) {
			// A check that began before the reconnect does not count.
			while (isUnverified) await shared(undefined);
			requireNormal();
			if (reference !== undefined && sent.length < maximumSent) sent.push(reference);
		},
		connectedTo(other) {
			if (server !== undefined && server !== other) isUnverified = true;
			server = other;
		},
		check: shared,
		async judgeLostHead(head) {
			if (open !== undefined) {
				if (addedHead !== head.seal) {
					await addToOpenRestore(database, {
						seenAt: 0,
						windowFrom: open.window_from,
						lostHead: head,
						fileNumbers: {},
					});
				}
				addedHead = head.seal;
				return "waits";
			}
			if (mac === undefined) return "unexplained";
			const isAccepted = (await listFinishedRestores(database)).some(
				(restore) =>
					restore.mac?.equals(macOf(mac, restore)) &&
					restore.lost_heads.some(({ sequence, seal }) => sequence === head.sequence && seal === head.seal),
			);
			return isAccepted ? "accepted" : "unexplained";
		},
	};
}

/** Returns the code by which a finished restore proves that an operator with the master key accepted its lost heads. */
export function macOf(mac: Vault["mac"], { id, lost_heads: heads }: Pick<Restore, "id" | "lost_heads">): Buffer {
	return mac("audit", `restore ${id}: ${heads.map(({ sequence, seal }) => `${sequence} ${seal}`).join(", ")}`);
}

function seenOf({ transaction, eft, auditHead, fileNumbers }: SeenNow, at: number): Seen {
	return { at, transaction, eft, auditHead, fileNumbers };
}

function newerOf(one: Seen | undefined, other: Seen | undefined): Seen | undefined {
	if (one === undefined || other === undefined) return one ?? other;
	return one.at > other.at ? one : other;
}

/** Returns the missing records; `undefined` if nothing is missing. Pure. */
function missingIn({ transaction, eft, auditHead }: Seen, now: SeenNow): Missing | undefined {
	const missing: Missing = {
		...(!now.hasTransaction && transaction && { transaction: transaction.transactionId }),
		...(!now.hasEft && eft && { eft: eft.transactionId }),
		...(!now.hasAuditHead && auditHead && { auditEvent: auditHead.sequence }),
		...(now.justWrittenMissing > 0 && { justWritten: now.justWrittenMissing }),
	};
	return Object.keys(missing).length === 0 ? undefined : missing;
}
