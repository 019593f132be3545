import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import { openForRewriting } from "../atomic-file.ts";
import { ConfigError } from "../config.ts";
import type { Database } from "../db/database.ts";
import { newLookupId } from "../ids.ts";
import { readSequences, type SequenceNumbers, setSequences } from "./sequence-marks.store.ts";

/** Numbers reserved at once, and the rest at which more are reserved: several seconds at the highest speed of sales. */
const reservedAhead = 50_000;
const smallestReserve = 25_000;

/** A sequence is moved this far above its mark, so that gateways that use it meanwhile do not reach the new number first. */
const moveBeyond = 1_000;

const fileSchema = z.object({ writer: z.string(), marks: z.record(z.string(), z.int().nonnegative()) });

interface Marks {
	writer: string;
	/** No number above was given to a row, by the sequence's name. */
	marks: SequenceNumbers;
}

/** The marks of all sequences outside the database, so that an id never repeats after a restored backup. */
export interface SequenceMarks {
	/** Moves sequences that were set back above their marks, and reserves further numbers. */
	update(): Promise<void>;
	/** Gives up the reserve, so that the next start leaves no gap. Called after the last insert. */
	release(): Promise<void>;
}

export function sequenceFileIn(dataDirectory: string): string {
	return join(dataDirectory, "sequences.json");
}

/**
 * Moves the database's sequences above the marks of `DATA_DIR`. Without that file, marks begin with the present numbers.
 *
 * @throws ConfigError when the file is damaged
 */
export async function createSequenceMarks(database: Database, dataDirectory: string): Promise<SequenceMarks> {
	const file = sequenceFileIn(dataDirectory);
	const writer = newLookupId();
	const rewrite = await openForRewriting(file, { mode: 0o600 });

	async function write(marks: SequenceNumbers): Promise<void> {
		await rewrite(`${JSON.stringify({ writer, marks: Object.fromEntries(marks) })}\n`);
	}

	/** @param floor numbers that the sequences must have passed */
	async function moveAbove(floor: SequenceNumbers): Promise<SequenceNumbers> {
		const present = await readSequences(database);
		const behind = [...present].filter(([name, last]) => last < (floor.get(name) ?? 0));
		if (behind.length === 0) return present;
		await setSequences(database, new Map(behind.map(([name]) => [name, (floor.get(name) ?? 0) + moveBeyond])));
		return readSequences(database);
	}

	async function reserve(present: SequenceNumbers, marks: SequenceNumbers): Promise<void> {
		const names = [...present.keys()];
		if (names.every((name) => (marks.get(name) ?? 0) >= (present.get(name) ?? 0) + smallestReserve)) return;
		await write(
			new Map(names.map((name) => [name, Math.max(marks.get(name) ?? 0, (present.get(name) ?? 0) + reservedAhead)])),
		);
	}

	const atStart = (await readMarks(file))?.marks ?? new Map();
	let seen = await moveAbove(atStart);
	await reserve(seen, atStart);
	return {
		async update() {
			// Another gateway may share the file.
			const { marks } = (await readMarks(file)) ?? { marks: seen };
			const present = await readSequences(database);
			// A backup was restored meanwhile.
			const isSetBack = [...present].some(([name, last]) => last < (seen.get(name) ?? 0));
			seen = isSetBack ? await moveAbove(marks) : present;
			await reserve(seen, marks);
		},
		async release() {
			if ((await readMarks(file))?.writer !== writer) return;
			await write(await readSequences(database));
		},
	};
}

async function readMarks(file: string): Promise<Marks | undefined> {
	try {
		const { writer, marks } = fileSchema.parse(JSON.parse(await readFile(file, "utf8")));
		return { writer, marks: new Map(Object.entries(marks)) };
	} catch (error) {
		if (error instanceof Error && "code" in error && error.code === "ENOENT") return undefined;
		throw new ConfigError(
			`${file} cannot be read: bring it back from a copy, or remove it if no backup of the database was restored since its last start.`,
			{ cause: error },
		);
	}
}
