import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import { openForRewriting } from "../atomic-file.ts";
import { ConfigError } from "../config.ts";
import type { Database } from "../db/database.ts";
import type { Peers } from "./peers.ts";
import { readSequences, type SequenceNumbers, setSequences } from "./sequence-marks.store.ts";

/** Numbers reserved at once, and the rest at which more are reserved: several seconds at the highest speed of sales. */
const reservedAhead = 50_000;
const smallestReserve = 25_000;

/** A sequence is moved this far above its mark, so that gateways that use it meanwhile do not reach the new number first. */
const moveBeyond = 1_000;

/**
 * The numbers of events before they get their positions. Positions have no gaps after a kill, so they are moved only when a backup was
 * restored: then this sequence is below the last number that was seen.
 */
const eventNumbers = "event_inbox_id_seq";

/** Updates between two writes of that number, if it has changed. A restored backup that is newer is not noticed. */
const updatesPerWrite = 10;

const number = z.int().nonnegative();
const fileSchema = z.object({
	writer: z.string(),
	marks: z.record(z.string(), number),
	lastEvent: number.default(0),
});

interface Marks {
	writer: string;
	/** No number above was given to a row, by the sequence's name. */
	marks: SequenceNumbers;
	/** The last number of an event that was seen. */
	lastEvent: number;
}

/** The marks of all sequences outside the database, so that an id never repeats after a restored backup. */
export interface SequenceMarks {
	/** Moves sequences and positions of events that were set back above their marks, and reserves further numbers. */
	update(): Promise<void>;
	/** Gives up the reserve, so that the next start leaves no gap. Called after the last insert. */
	release(): Promise<void>;
}

interface SequenceMarksOptions {
	database: Database;
	dataDirectory: string;
	/** Leaves out positions of every merchant's events, at least so many. */
	skipPositions: (database: Database, count: number) => Promise<void>;
	/** Workers of one gateway share the file: the first one moves sequences, the last one gives up the reserve. */
	peers: Peers;
}

export function sequenceFileIn(dataDirectory: string): string {
	return join(dataDirectory, "sequences.json");
}

/**
 * Moves the database's sequences above the marks of `DATA_DIR`. Without that file, marks begin with the present numbers.
 *
 * @throws ConfigError when the file is damaged
 */
export async function createSequenceMarks({
	database,
	dataDirectory,
	skipPositions,
	peers,
}: SequenceMarksOptions): Promise<SequenceMarks> {
	const file = sequenceFileIn(dataDirectory);
	const writer = peers.gatewayId;
	const rewrite = await openForRewriting(file, { mode: 0o600 });

	async function write(marks: SequenceNumbers, lastEvent: number): Promise<void> {
		await rewrite(`${JSON.stringify({ writer, marks: Object.fromEntries(marks), lastEvent })}\n`);
	}

	/** @param floor numbers that the sequences must have passed */
	async function moveAbove({ marks: floor, lastEvent }: Pick<Marks, "marks" | "lastEvent">): Promise<SequenceNumbers> {
		const present = await readSequences(database);
		const behind = [...present].filter(([name, last]) => last < (floor.get(name) ?? 0));
		if (behind.length === 0) return present;
		const events = lastOf(present);
		// Before the sequences: a process that dies between the two skips positions once more.
		if (events < lastEvent) await skipPositions(database, (floor.get(eventNumbers) ?? 0) + moveBeyond - events);
		await setSequences(database, new Map(behind.map(([name]) => [name, (floor.get(name) ?? 0) + moveBeyond])));
		return readSequences(database);
	}

	async function reserve(
		present: SequenceNumbers,
		{ marks, lastEvent }: Pick<Marks, "marks" | "lastEvent">,
	): Promise<void> {
		const names = [...present.keys()];
		const isEnough = names.every((name) => (marks.get(name) ?? 0) >= (present.get(name) ?? 0) + smallestReserve);
		if (isEnough && (lastOf(present) <= lastEvent || updates % updatesPerWrite !== 0)) return;
		await write(
			new Map(names.map((name) => [name, Math.max(marks.get(name) ?? 0, (present.get(name) ?? 0) + reservedAhead)])),
			Math.max(lastOf(present), lastEvent),
		);
	}

	const atStart = (await readMarks(file)) ?? { marks: new Map(), lastEvent: 0 };
	let updates = 0;
	// The marks of a gateway that runs are ahead of its numbers.
	let seen = peers.publicUrl === undefined ? await moveAbove(atStart) : await readSequences(database);
	await reserve(seen, atStart);
	return {
		async update() {
			updates += 1;
			// Another gateway may share the file.
			const inFile = (await readMarks(file)) ?? { marks: seen, lastEvent: 0 };
			const present = await readSequences(database);
			// A backup was restored meanwhile.
			const isSetBack = [...present].some(([name, last]) => last < (seen.get(name) ?? 0));
			const lastEvent = Math.max(inFile.lastEvent, lastOf(seen));
			seen = isSetBack ? await moveAbove({ ...inFile, lastEvent }) : present;
			await reserve(seen, inFile);
		},
		async release() {
			if (!(await peers.leave()) || (await readMarks(file))?.writer !== writer) return;
			const present = await readSequences(database);
			await write(present, lastOf(present));
		},
	};
}

function lastOf(sequences: SequenceNumbers): number {
	return sequences.get(eventNumbers) ?? 0;
}

async function readMarks(file: string): Promise<Marks | undefined> {
	try {
		const { writer, marks, lastEvent } = fileSchema.parse(JSON.parse(await readFile(file, "utf8")));
		return { writer, marks: new Map(Object.entries(marks)), lastEvent };
	} catch (error) {
		if (error instanceof Error && "code" in error && error.code === "ENOENT") return undefined;
		throw new ConfigError(
			`${file} cannot be read: bring it back from a copy, or remove it if no backup of the database was restored since its last start.`,
			{ cause: error },
		);
	}
}
