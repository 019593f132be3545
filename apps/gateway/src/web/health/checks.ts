import type { StatsFs } from "node:fs";
import { type Clock, Problem } from "@cardseal/platform";
import { countWaiting, findLastSealed } from "@cardseal/platform/audit";
import { type Database, isDatabaseFailure, withinDeadline } from "@cardseal/platform/db";
import type { JobRecord } from "@cardseal/platform/jobs";
import type { Logger } from "@cardseal/platform/log";
import { schema } from "../../schema/schema.ts";
import { type CheckReadiness, checkLimitMs, sharing } from "./readiness.ts";

export interface Checked {
	ok: boolean;
	message?: string;
	[figure: string]: unknown;
}

export interface Health {
	ok: boolean;
	checks: Record<string, Checked>;
}

/** Reads the blocks of the disk that a directory is on. */
export type ReadDisk = (directory: string) => Promise<Pick<StatsFs, "bavail" | "blocks" | "bsize">>;

export interface HealthChecksOptions {
	database: Database;
	checkReadiness: CheckReadiness;
	/** Real time. */
	clock: Clock;
	databaseNow: () => Promise<number>;
	jobs: JobRecord;
	restored: { isNormal: boolean; open: { noticed_at: number; window_from: number } | undefined };
	/** False outside the sandbox without SMTP_URL. */
	sendsMail: boolean;
	dataDirectory: string;
	readDisk: ReadDisk;
	log: Logger;
}

/** A burst of log lines and bank files uses up less. */
const minimumFreeBytes = 500_000_000;

/** Events are sealed every second. */
const maximumUnsealedMs = 60_000;

/** Gateways that share a database must agree within a second; half of it is the database's share. */
const maximumDifferenceMs = 500;

export function createHealthChecks(options: HealthChecksOptions): () => Promise<Health> {
	return sharing(() => runAll(options));
}

async function runAll(options: HealthChecksOptions): Promise<Health> {
	const checks = {
		database: checkDatabase(options),
		schema: checkSchema(options),
		jobs: checkJobs(options),
		disk: checkDisk(options),
		audit_head: checkAuditHead(options),
		clock: checkClock(options),
		restored: checkRestored(options),
		mail: checkMail(options),
	};
	const entries = Object.entries(checks).map(async ([name, check]): Promise<[string, Checked]> => {
		try {
			return [name, await check];
		} catch (error) {
			options.log.warn({ check: name, err: error }, "a health check failed");
			return [name, { ok: false, message: failureMessage(error) }];
		}
	});
	const found = await Promise.all(entries);
	return { ok: found.every(([, { ok }]) => ok), checks: Object.fromEntries(found) };
}

function failureMessage(error: unknown): string {
	if (error instanceof Problem) return error.message;
	return isDatabaseFailure(error) ? "The database does not answer." : "The check failed; see the log.";
}

async function checkDatabase({ checkReadiness }: HealthChecksOptions): Promise<Checked> {
	const startedAt = performance.now();
	await checkReadiness();
	return { ok: true, answered_in_ms: Math.round(performance.now() - startedAt) };
}

async function checkSchema({ database }: HealthChecksOptions): Promise<Checked> {
	const { state, writtenBy } = await withinDeadline(checkLimitMs, () => schema.compareSchema(database));
	const found = { state, written_by_version: writtenBy ?? null };
	if (state === "current") return { ok: true, ...found };
	const message =
		state === "newer"
			? "A newer version has changed the tables: update this gateway."
			: "The tables are older than this gateway: run npm run migrate -- online.";
	return { ok: false, message, ...found };
}

async function checkJobs({ jobs }: HealthChecksOptions): Promise<Checked> {
	const states = jobs.list();
	const stopped = states.filter(({ isStopped }) => isStopped).map(({ name }) => name);
	const list = Object.fromEntries(
		states.map(({ name, isStopped, hasSucceeded, secondsSinceSuccess }) => [
			name,
			{ ok: !isStopped, seconds_since_success: hasSucceeded ? secondsSinceSuccess : null },
		]),
	);
	if (stopped.length === 0) return { ok: true, list };
	return { ok: false, message: `No success for long: ${stopped.join(", ")}. See the log.`, list };
}

async function checkDisk({ dataDirectory, readDisk }: HealthChecksOptions): Promise<Checked> {
	const { bavail, blocks, bsize } = await readDisk(dataDirectory);
	const free = { free_bytes: bavail * bsize, size_bytes: blocks * bsize };
	if (free.free_bytes >= minimumFreeBytes) return { ok: true, ...free };
	return { ok: false, message: "The disk of DATA_DIR is nearly full.", ...free };
}

async function checkAuditHead({ database, clock }: HealthChecksOptions): Promise<Checked> {
	const [head, waiting] = await withinDeadline(checkLimitMs, () =>
		Promise.all([findLastSealed(database), countWaiting(database)]),
	);
	const now = clock.now();
	const oldestWaitingMs = waiting.since === null ? 0 : Math.max(0, now - waiting.since);
	const found = {
		sequence: head?.sequence ?? null,
		seconds_since_seal: head === undefined ? null : Math.round((now - head.sealed_at) / 1_000),
		waiting_events: waiting.events,
		oldest_waiting_seconds: Math.round(oldestWaitingMs / 1_000),
	};
	if (oldestWaitingMs <= maximumUnsealedMs) return { ok: true, ...found };
	return { ok: false, message: "Audit events are not sealed. See the log of the gateways.", ...found };
}

async function checkClock({ clock, databaseNow }: HealthChecksOptions): Promise<Checked> {
	const before = clock.now();
	const now = await withinDeadline(checkLimitMs, databaseNow);
	// Assumes that half of the time is the way there.
	const difference_ms = Math.round(now - (before + clock.now()) / 2);
	if (Math.abs(difference_ms) <= maximumDifferenceMs) return { ok: true, difference_ms };
	return { ok: false, message: "The clocks of gateway and database differ: synchronise them.", difference_ms };
}

async function checkRestored({ restored: { isNormal, open } }: HealthChecksOptions): Promise<Checked> {
	if (isNormal) return { ok: true };
	if (open === undefined) {
		return { ok: false, message: "This is another database than before, and nothing that moves money is done." };
	}
	return {
		ok: false,
		message: "The database was restored, and nothing that moves money is done: run restore status.",
		noticed_at: new Date(open.noticed_at).toISOString(),
		lost_from: new Date(open.window_from).toISOString(),
	};
}

async function checkMail({ sendsMail }: HealthChecksOptions): Promise<Checked> {
	if (sendsMail) return { ok: true };
	return { ok: false, message: "SMTP_URL is not set: owners get no warnings, and nobody can go live." };
}
