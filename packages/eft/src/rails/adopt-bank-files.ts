import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import {
	CorruptFile,
	type Item,
	isLaterFileCreationNumber,
	nextFileCreationNumber,
	type ReceivedFile,
	readAftFile,
	showAccount,
} from "@cardseal/aft";
import type { Clocks } from "@cardseal/platform";
import type { Database } from "@cardseal/platform/db";
import { type BankFileSettings, fileNameOf, settledAt, sha256Of } from "./aft-file.ts";
import { findFileSince, insertFile, markWritten } from "./aft-files.store.ts";
import { findPaymentsOf, insertSettlements, lockUnfiled, putIntoFile } from "./aft-payments.store.ts";
import type { Direction } from "./rail.ts";

/** File numbers that a restored database lacks. */
export interface LostNumbers {
	originatorId: string;
	/** The last number that the database has. */
	after: number;
	/** The last number that gateways had seen. */
	last: number;
}

export interface Adopting {
	database: Database;
	clocks: Clocks;
	/** `undefined` when no bank is connected. */
	settings: BankFileSettings | undefined;
	directory: string;
	lost: LostNumbers[];
	/** ms since 1970: earlier files may have the same number. */
	lostSince: number;
}

export interface OpenFile {
	about: string;
	problem: string;
}

/** Takes the files from the folder. Repeated, it changes nothing. The numbers of missing files move in `restore finish`. */
export async function adoptBankFiles(adopting: Adopting): Promise<{ adopted: number; open: OpenFile[] }> {
	const { database, lost, lostSince } = adopting;
	const found = { adopted: 0, open: [] as OpenFile[] };
	for (const { originatorId, after, last } of lost) {
		if (!isLaterFileCreationNumber(last, after)) continue;
		const files = await readFiles(adopting.directory, originatorId);
		for (let number = after; number !== last; ) {
			number = nextFileCreationNumber(number);
			const file = files.get(number);
			const taken = await findFileSince(database, { originatorId, number, since: lostSince });
			const id = taken ?? (await adoptOne(adopting, originatorId, number, file));
			if (id !== undefined && taken === undefined) found.adopted += 1;
			const lostItems = id !== undefined && file && (await listLostItems(database, id, file));
			found.open.push(...(lostItems || [unknownFile(originatorId, number)]));
		}
	}
	return found;
}

const unknownFile = (originatorId: string, number: number): OpenFile => ({
	about: `bank file ${number} of ${originatorId}`,
	problem:
		"It was sent, and is not in DATA_DIR/eft. Put it there and reconcile again: its payments may be waiting here.",
});

interface StoredFile {
	received: ReceivedFile;
	bytes: Buffer;
	name: string;
}

/** Reads the newest file of each number. */
async function readFiles(directory: string, originatorId: string): Promise<Map<number, StoredFile>> {
	const names = (await readdir(directory).catch(() => [])).filter((name) => name.startsWith(`aft-${originatorId}-`));
	const files = new Map<number, StoredFile>();
	for (const name of names.sort()) {
		const bytes = await readFile(join(directory, name));
		try {
			const received = readAftFile(bytes);
			files.set(received.header.fileCreationNumber, { received, bytes, name });
		} catch (error) {
			if (!(error instanceof CorruptFile)) throw error;
		}
	}
	return files;
}

/** Returns the row's id; `undefined` for a refused file. */
async function adoptOne(
	{ database, clocks, settings }: Adopting,
	originatorId: string,
	number: number,
	file: StoredFile | undefined,
): Promise<number | undefined> {
	const [first] = file?.received.items ?? [];
	if (file === undefined || first === undefined || settings === undefined) return undefined;
	const { received, bytes, name } = file;
	const direction = first.kind as Direction;
	const now = clocks.business.now();
	const facts = {
		originator_id: originatorId,
		file_creation_number: number,
		direction,
		profile: settings.profile.name,
		data_centre: received.header.dataCentre,
		creation_date: received.header.creationDate,
		value_date: first.valueDate,
		return_account: showAccount(first.returnAccount ?? settings.returnAccount),
	};
	if (fileNameOf(facts) !== name) return undefined;
	return database.transaction().execute(async (transaction: Database) => {
		const id = await insertFile(transaction, {
			...facts,
			sha256: sha256Of(bytes),
			payments: received.items.length,
			amount_cents: received.items.reduce((sum, { amountCents }) => sum + amountCents, 0),
			numbered_at: now,
		});
		await markWritten(transaction, id, now);
		await fileItems(transaction, id, received.items);
		await insertSettlements(transaction, id, settledAt(facts, settings, now));
		return id;
	});
}

async function fileItems(transaction: Database, fileId: number, items: readonly Item[]): Promise<void> {
	const waiting = await lockUnfiled(
		transaction,
		items.map(({ crossReference }) => crossReference),
	);
	const byReference = new Map(waiting.map((payment) => [payment.cross_reference, payment]));
	const matching = items.flatMap((item) => {
		const payment = byReference.get(item.crossReference);
		const isSame = payment?.amount_cents === item.amountCents && payment.direction === item.kind;
		return payment !== undefined && isSame ? [{ id: payment.id, merchant_name: item.originatorShortName }] : [];
	});
	await putIntoFile(transaction, fileId, matching);
}

async function listLostItems(database: Database, fileId: number, { received, name }: StoredFile): Promise<OpenFile[]> {
	const present = new Set((await findPaymentsOf(database, fileId)).map((payment) => payment.cross_reference));
	return received.items
		.filter(({ crossReference }) => !present.has(crossReference))
		.map(({ line, crossReference }) => ({
			about: `${name}, line ${line}`,
			problem: `The payment ${crossReference} was sent, and is not here: find out from whom and to whom with eft show.`,
		}));
}
