/* `DATA_DIR/newest-seen.json` is outside the database: a restored backup does not set it back. */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { ConfigError, openForRewriting } from "@cardseal/platform";
import type { Database } from "@cardseal/platform/db";
import { readInstallationId } from "./restores.store.ts";
import { type Seen, seenSchema } from "./seen.ts";

interface NewestSeenOptions {
	database: Database;
	dataDirectory: string;
	check: (seen: Seen | undefined) => Promise<Seen>;
}

export function seenFileIn(dataDirectory: string): string {
	return join(dataDirectory, "newest-seen.json");
}

/** @throws ConfigError when the file is damaged or another database's */
export async function createNewestSeen({ database, dataDirectory, check }: NewestSeenOptions) {
	const file = seenFileIn(dataDirectory);
	const rewrite = await openForRewriting(file, { mode: 0o600 });

	async function note(inFile: Seen | undefined): Promise<void> {
		const seen = await check(inFile);
		if (!isSame(seen, inFile)) await rewrite(`${JSON.stringify(seen)}\n`);
	}

	/** Another gateway may have noticed a restore. */
	async function checkWithoutFile(error: unknown): Promise<never> {
		await check(undefined);
		throw error;
	}

	await note(await readSeen(database, dataDirectory));
	return {
		/** Compares the database with the newest payments seen, and writes those of now. Another gateway may share the file. */
		update: async () => note(await readFrom(file).catch(checkWithoutFile)),
	};
}

/** @throws ConfigError when the file is damaged or another database's */
export async function readSeen(database: Database, dataDirectory: string): Promise<Seen | undefined> {
	const file = seenFileIn(dataDirectory);
	const seen = await readFrom(file);
	if (seen !== undefined) await requireOwnFile(database, file, seen);
	return seen;
}

function isSame({ at: _, ...seen }: Seen, other: Seen | undefined): boolean {
	if (other === undefined) return false;
	const { at: _other, ...others } = other;
	return JSON.stringify(seen) === JSON.stringify(others);
}

async function readFrom(file: string): Promise<Seen | undefined> {
	try {
		return seenSchema.parse(JSON.parse(await readFile(file, "utf8")));
	} catch (error) {
		if (error instanceof Error && "code" in error && error.code === "ENOENT") return undefined;
		throw new ConfigError(
			`${file} cannot be read: bring it back from a copy, or remove it if no backup of the database was restored since its last start.`,
			{ cause: error },
		);
	}
}

/** Another database's missing rows are no restore. */
async function requireOwnFile(database: Database, file: string, seen: Seen): Promise<void> {
	if (seen.installationId === (await readInstallationId(database))) return;
	throw new ConfigError(
		`${file} was written for another database than this one. Correct DATA_DIR or DATABASE_URL. ` +
			"Remove the file only if this database has no payments of the other one.",
	);
}
