/*
 * `DATA_DIR/sequences.json` is outside the database, so that a restored backup repeats no id. It keeps the newest rows
 * seen, for restored mode.
 */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import { openForRewriting } from "../atomic-file.ts";
import { ConfigError } from "../config-error.ts";
import type { Database } from "../db/database.ts";
import { readInstallationId } from "../restored-mode/restores.store.ts";
import type { Seen } from "../restored-mode/tables.ts";
import { readSequences, type SequenceNumbers, setSequences } from "./sequence-marks.store.ts";

/** Several seconds of the fastest sales remain. */
const reservedAhead = 50_000;
const smallestReserve = 25_000;

const moveBeyond = 1_000;

/** Moves only after a restore, since event positions have no gaps after a kill. */
const eventNumbers = "event_inbox_id_seq";

/** Newer backups are not detected. */
const updatesPerWrite = 10;

const number = z.int().nonnegative();
const seenTransaction = z.object({ id: number, transactionId: z.string(), createdAt: number });
const seenSchema = z.object({
	at: number,
	installationId: z.string(),
	transaction: seenTransaction.nullable(),
	eft: seenTransaction.nullable(),
	auditHead: z.object({ sequence: number, seal: z.string() }).nullable(),
	fileNumbers: z.record(z.string(), number),
});
const fileSchema = z.object({
	writer: z.string(),
	marks: z.record(z.string(), number),
	lastEvent: number.default(0),
	seen: seenSchema.optional(),
});

interface Marks {
	writer: string;
	marks: SequenceNumbers;
	lastEvent: number;
	seen: Seen | undefined;
}

export interface SequenceMarks {
	/** Reserves numbers, and writes the newest rows seen. */
	update(): Promise<void>;
	/** Called after the last insert, to leave no gap. */
	release(): Promise<void>;
}

interface SequenceMarksOptions {
	database: Database;
	dataDirectory: string;
	skipPositions: (database: Database, count: number) => Promise<void>;
	/** Workers share the file. */
	peers: {
		gatewayId: string;
		publicUrl: string | undefined;
		/** `true` in the last one that leaves. */
		leave(): Promise<boolean>;
	};
	check: (seen: Seen | undefined) => Promise<Seen>;
}

export function sequenceFileIn(dataDirectory: string): string {
	return join(dataDirectory, "sequences.json");
}

/** @throws ConfigError when the file is damaged or another database's */
export async function createSequenceMarks({
	database,
	dataDirectory,
	skipPositions,
	peers,
	check,
}: SequenceMarksOptions): Promise<SequenceMarks> {
	const file = sequenceFileIn(dataDirectory);
	const writer = peers.gatewayId;
	const rewrite = await openForRewriting(file, { mode: 0o600 });

	async function write({ marks, ...others }: Marks): Promise<void> {
		await rewrite(`${JSON.stringify({ ...others, marks: Object.fromEntries(marks) })}\n`);
	}

	/** @param floor numbers that sequences must exceed */
	async function moveAbove({ marks: floor, lastEvent }: Pick<Marks, "marks" | "lastEvent">): Promise<SequenceNumbers> {
		const present = await readSequences(database);
		const behind = [...present].filter(([name, last]) => last < (floor.get(name) ?? 0));
		if (behind.length === 0) return present;
		const events = lastOf(present);
		// A death before the move skips positions once more.
		if (events < lastEvent) await skipPositions(database, (floor.get(eventNumbers) ?? 0) + moveBeyond - events);
		await setSequences(database, new Map(behind.map(([name]) => [name, (floor.get(name) ?? 0) + moveBeyond])));
		return readSequences(database);
	}

	async function reserve(present: SequenceNumbers, inFile: Marks, seen: Seen): Promise<void> {
		const { marks, lastEvent } = inFile;
		const names = [...present.keys()];
		const isEnough = names.every((name) => (marks.get(name) ?? 0) >= (present.get(name) ?? 0) + smallestReserve);
		const isEventKept = lastOf(present) <= lastEvent || updates % updatesPerWrite !== 0;
		if (isEnough && isEventKept && hasSameRows(seen, inFile.seen)) return;
		const kept = { lastEvent: Math.max(lastOf(present), lastEvent), seen };
		// The reserve may be another gateway's.
		if (isEnough) return write({ ...inFile, ...kept });
		const reserved = names.map((name): [string, number] => [
			name,
			Math.max(marks.get(name) ?? 0, (present.get(name) ?? 0) + reservedAhead),
		]);
		await write({ writer, marks: new Map(reserved), ...kept });
	}

	/** Another gateway may have noticed a restore. */
	async function checkWithoutFile(error: unknown): Promise<never> {
		await check(undefined);
		throw error;
	}

	const atStart = (await readMarks(file)) ?? nothing;
	await requireOwnFile(database, file, atStart.seen);
	let updates = 0;
	// A running gateway's marks are ahead of its numbers.
	let last = peers.publicUrl === undefined ? await moveAbove(atStart) : await readSequences(database);
	await reserve(last, atStart, await check(atStart.seen));
	return {
		async update() {
			updates += 1;
			// Another gateway may share the file.
			const inFile = (await readMarks(file).catch(checkWithoutFile)) ?? { ...nothing, marks: last };
			// The database may be another one.
			const seen = await check(inFile.seen);
			const present = await readSequences(database);
			// A backup was restored meanwhile.
			const isSetBack = [...present].some(([name, number]) => number < (last.get(name) ?? 0));
			const lastEvent = Math.max(inFile.lastEvent, lastOf(last));
			last = isSetBack ? await moveAbove({ ...inFile, lastEvent }) : present;
			await reserve(last, inFile, seen);
		},
		async release() {
			const isLast = await peers.leave();
			const inFile = await readMarks(file);
			if (!isLast || inFile?.writer !== writer) return;
			const present = await readSequences(database);
			await write({ writer, marks: present, lastEvent: lastOf(present), seen: await check(inFile.seen) });
		},
	};
}

const nothing: Marks = { writer: "", marks: new Map(), lastEvent: 0, seen: undefined };

function hasSameRows({ at: _, ...rows }: Seen, other: Seen | undefined): boolean {
	if (other === undefined) return false;
	const { at: _other, ...others } = other;
	return JSON.stringify(rows) === JSON.stringify(others);
}

function lastOf(sequences: SequenceNumbers): number {
	return sequences.get(eventNumbers) ?? 0;
}

async function readMarks(file: string): Promise<Marks | undefined> {
	try {
		const { marks, seen, ...others } = fileSchema.parse(JSON.parse(await readFile(file, "utf8")));
		return { ...others, marks: new Map(Object.entries(marks)), seen };
	} catch (error) {
		if (error instanceof Error && "code" in error && error.code === "ENOENT") return undefined;
		throw new ConfigError(
			`${file} cannot be read: bring it back from a copy, or remove it if no backup of the database was restored since its last start.`,
			{ cause: error },
		);
	}
}

/** Another database's missing rows are no restore. */
async function requireOwnFile(database: Database, file: string, seen: Seen | undefined): Promise<void> {
	if (seen === undefined || seen.installationId === (await readInstallationId(database))) return;
	throw new ConfigError(
		`${file} was written for another database than this one. Correct DATA_DIR or DATABASE_URL. ` +
			"Remove the file only if this database has no payments of the other one.",
	);
}

/** @throws ConfigError when the file is damaged or another database's */
export async function readSeen(database: Database, dataDirectory: string): Promise<Seen | undefined> {
	const file = sequenceFileIn(dataDirectory);
	const seen = (await readMarks(file))?.seen;
	await requireOwnFile(database, file, seen);
	return seen;
}
