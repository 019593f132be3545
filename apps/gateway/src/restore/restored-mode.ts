import { type Clocks, Problem } from "@cardseal/platform";
import { type Caller, recordEvent, system } from "@cardseal/platform/audit";
import type { Database } from "@cardseal/platform/db";
import type { Logger } from "@cardseal/platform/log";
import type { Vault } from "@cardseal/vault";
import { moveBeyond, moveFarAhead } from "./move-numbers.ts";
import {
	addLostHead,
	addToOpenRestore,
	findLastKept,
	insertRestore,
	listFinishedRestores,
	type Restore,
	readSeenNow,
	type SeenNow,
} from "./restores.store.ts";
import { missingIn, newerOf, type Seen } from "./seen.ts";
import type { LostHead, Missing } from "./tables.ts";

/*
 * A database that lacks a payment that a gateway has seen was restored, or is a replica that took over too early.
 * Processors may have made payments that it lacks, so gateways refuse what moves money or gives lasting access.
 */

/** Seconds; a person has to end the mode. */
const retryAfterSeconds = 60;

const restored = () =>
	new Problem(
		"restored",
		"The database was restored and may lack payments. Until the operator has compared it with the processors, requests that move money or give access are refused. This request had no effect. You can still read; try again later.",
		{ headers: { "Retry-After": String(retryAfterSeconds) } },
	);

const elsewhere = () =>
	new Problem(
		"restored",
		"The gateway is connected to another database than before. Requests that move money or give access are refused. This request had no effect.",
		{ headers: { "Retry-After": String(retryAfterSeconds) } },
	);

const elsewhereAlarm =
	"ALARM: this is another database than before. Nothing that moves money is done until the gateway is connected to its own one";

const alarm =
	"ALARM: the database lacks what was there. Nothing that moves money is done until an operator has run restore reconcile and finish";

/** Clocks may differ by this much, and a request may take as long. */
export const windowMarginMs = 15 * 60_000;

/** More than a gateway sends between checks. */
const maximumSent = 10_000;

export type RestoredMode = ReturnType<typeof createRestoredMode>;

type OpenRestore = Pick<Restore, "id" | "noticed_at" | "window_from">;

interface RestoredModeOptions {
	database: Database;
	clocks: Clocks;
	/** Elapsed time in ms; by default this process's. */
	elapsedMs?: () => number;
	log?: Logger;
	/** Given once the vault is open. */
	mac?: Vault["mac"];
}

/** Requests check after this time without the job, and are refused if that fails. */
const staleMs = 5_000;

export function createRestoredMode(options: RestoredModeOptions) {
	const { database, clocks, elapsedMs = () => performance.now(), log, mac } = options;
	/** The open restore at the last check. */
	let open: OpenRestore | undefined;
	let tokensFrom = 0;
	let newest: Seen | undefined;
	let server: string | undefined;
	/** Counts of reconnects, and of those that were checked. */
	let reconnects = 0;
	let verifiedReconnects = 0;
	let isElsewhere = false;
	let sent: string[] = [];
	let isAdded = false;
	/** Stays set until the sequences of a new restore have moved. */
	let mustMoveAll = false;
	let checkedAt: number | undefined;
	let checking: Promise<Seen> | undefined;

	/** @throws Problem 503 while restored */
	function requireNormal(): void {
		if (isElsewhere) throw elsewhere();
		if (open !== undefined) throw restored();
	}

	const isUnverified = () => reconnects > verifiedReconnects;
	const isStale = () => checkedAt !== undefined && elapsedMs() - checkedAt > staleMs;

	async function check(inFile: Seen | undefined): Promise<Seen> {
		const before = newerOf(inFile, newest);
		const at = clocks.real.now();
		const [reconnectsBefore, sentBefore] = [reconnects, sent.length];
		const now = await readSeenNow(database, before, isUnverified() ? sent : []);
		checkedAt = elapsedMs();
		const known = before ?? seenOf(now, at);
		requireSameInstallation(known, now);
		tokensFrom = now.tokensFrom;
		const missing = missingIn(known, now);
		const isRestored = missing !== undefined && (now.justWrittenMissing > 0 || known.at > now.explainedUntil);
		const isOpen = isRestored || now.openRestore !== null;
		open = isOpen ? await noteRestore(known, missing ?? {}, now) : undefined;
		verifiedReconnects = reconnectsBefore;
		mustMoveAll ||= isRestored && now.openRestore === null;
		// Comes last: a sequence that cannot be moved must not keep gateways from pausing.
		const numbers = { present: now.sequences, seen: known.sequences, isAll: mustMoveAll };
		const sequences = await moveBeyond(database, numbers);
		mustMoveAll = false;
		newest = isOpen ? { ...known, sequences } : seenOf({ ...now, sequences }, at);
		if (isOpen) return newest;
		isAdded = false;
		sent = sent.slice(sentBefore);
		return newest;
	}

	/**
	 * Rows missing in another installation's database are no restore.
	 * @throws Problem 503
	 */
	function requireSameInstallation(known: Seen, now: SeenNow): void {
		const wasElsewhere = isElsewhere;
		isElsewhere = known.installationId !== now.installationId;
		if (isElsewhere && !wasElsewhere) log?.error({ problem: `is ${now.installationId}` }, elsewhereAlarm);
		if (isElsewhere) throw elsewhere();
	}

	async function noteRestore(known: Seen, missing: Missing, now: SeenNow): Promise<OpenRestore | undefined> {
		if (isAdded && now.openRestore !== null) return now.openRestore;
		if (Object.keys(missing).length > 0) {
			const windowFrom = Math.max(0, (await findLastKept(database, known)) - windowMarginMs);
			if (now.openRestore === null) {
				await openRestore(options, { windowFrom, missing, now, caller: system("gateway") });
			}
			await addToOpenRestore(database, { seenAt: known.at, windowFrom, fileNumbers: known.fileNumbers });
		}
		if (open === undefined) log?.error({ problem: `lacks ${JSON.stringify(missing)}` }, alarm);
		isAdded = true;
		return (await readSeenNow(database, undefined, [])).openRestore ?? undefined;
	}

	const checkOnce = (inFile: Seen | undefined): Promise<Seen> => {
		checking ??= check(inFile).finally(() => {
			checking = undefined;
		});
		return checking;
	};

	return {
		get open(): OpenRestore | undefined {
			return open;
		},
		/** False for another installation's database, too. */
		get isNormal(): boolean {
			return open === undefined && !isElsewhere;
		},
		/** The use of older card tokens may be lost. Real time, ms since 1970. */
		get tokensFrom(): number {
			return tokensFrom;
		},
		requireNormal,
		/**
		 * Waits until a new server is compared with the rows seen.
		 * @param reference a written transaction's id
		 * @throws Problem 503 while restored
		 */
		async beforeSending(reference: string | undefined): Promise<void> {
			while (isUnverified() || isStale()) await checkOnce(undefined);
			requireNormal();
			if (reference !== undefined && sent.length < maximumSent) sent.push(reference);
		},
		/** Called with the server of each new connection. */
		connectedTo(name: string): void {
			if (server !== undefined && server !== name) reconnects++;
			server = name;
		},
		/**
		 * Opens a restore if the database lacks payments seen. Moves sequences beyond the numbers seen. Gets what processes
		 * with the same DATA_DIR saw.
		 * @returns the newest payments now; those of the file while restored
		 */
		check: checkOnce,
		/** Asked by the audit log, which lacks the head. */
		async judgeLostHead(head: LostHead): Promise<"waits" | "accepted" | "unexplained"> {
			if (open !== undefined) {
				await addLostHead(database, head);
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

/**
 * Opens a restore when everything that gateways have seen is lost, and moves numbers far ahead.
 * @param from a time until which the database is complete, ms since 1970
 * @returns false if a restore is open
 */
export async function beginRestore(
	options: Pick<RestoredModeOptions, "database" | "clocks">,
	{ from, caller }: { from: number; caller: Caller },
): Promise<boolean> {
	const now = await readSeenNow(options.database, undefined, []);
	if (now.openRestore !== null) return false;
	await moveFarAhead(options.database, now.sequences, now.fileNumbers);
	return openRestore(options, { windowFrom: Math.max(0, from - windowMarginMs), missing: {}, now, caller });
}

async function openRestore(
	{ database, clocks }: Pick<RestoredModeOptions, "database" | "clocks">,
	{ windowFrom, missing, now, caller }: { windowFrom: number; missing: Missing; now: SeenNow; caller: Caller },
): Promise<boolean> {
	const noticedAt = clocks.real.now();
	return database.transaction().execute(async (transaction: Database) => {
		const id = await insertRestore(transaction, {
			noticed_at: noticedAt,
			window_from: windowFrom,
			missing,
			kept_file_numbers: now.fileNumbers,
		});
		if (id === undefined) return false;
		const details = { missing: Object.keys(missing), window_from: windowFrom, window_to: noticedAt };
		const about = { object: String(id), merchantId: null, caller };
		await recordEvent(transaction, clocks, { ...about, type: "restore.noticed", details });
		return true;
	});
}

/** Proves that an operator with the master key accepted the lost heads. */
export function macOf(mac: Vault["mac"], { id, lost_heads: heads }: Pick<Restore, "id" | "lost_heads">): Buffer {
	return mac("audit", `restore ${id}: ${heads.map(({ sequence, seal }) => `${sequence} ${seal}`).join(", ")}`);
}

function seenOf({ installationId, transaction, eft, fileNumbers, sequences }: SeenNow, at: number): Seen {
	return { at, installationId, transaction, eft, fileNumbers, sequences };
}
