import { mkdir } from "node:fs/promises";
import { dirname, join } from "node:path";
import { nextFileCreationNumber, writeAftFile } from "@cardseal/aft";
import { type Clocks, writeFileAtomically } from "@cardseal/platform";
import { type Caller, recordEvent } from "@cardseal/platform/audit";
import type { Database } from "@cardseal/platform/db";
import {
	BankFileRefused,
	type BankFileSettings,
	type FiledPayment,
	type FileFacts,
	factsOf,
	fileNameOf,
	fileOf,
	isWritable,
	profileOf,
	settledAt,
	sha256Of,
} from "./aft-file.ts";
import { insertFile, listUnwritten, lockLastFileNumber, lockUnwritten, markWritten } from "./aft-files.store.ts";
import {
	findPaymentsOf,
	findWaiting,
	insertSettlements,
	putIntoFile,
	refusePayments,
	type WaitingPayment,
} from "./aft-payments.store.ts";
import { type AccountReader, readPaymentAccounts } from "./payment-accounts.ts";
import type { Direction } from "./rail.ts";
import type { AftFileRow } from "./tables.ts";

// A file is numbered in one transaction and written in another, so that a process may die. It is rebuilt from stored
// data, with the same hash.

export interface BankFiling {
	database: Database;
	vault: AccountReader;
	clocks: Clocks;
	settings: BankFileSettings;
	directory: string;
	caller: Caller;
	/** Replaced in tests. */
	write?: typeof writeToDisk;
}

export interface WrittenFile {
	path: string;
	direction: Direction;
	payments: number;
	cents: number;
	valueDate: string;
}

export interface Batch {
	files: WrittenFile[];
	/** Payments that no file can hold. */
	refused: string[];
	/** Payments that wait for readable accounts. */
	unreadable: string[];
}

/** A file is built in memory. */
const maximumPaymentsPerFile = 10_000;

/** The gateway runs the bank's checks before. */
const refusedCode = "900";

const changed = (name: string) =>
	new BankFileRefused(
		`${name} is numbered but was not written, and its content would now differ. Set EFT_RETURN_ACCOUNT to its former ` +
			"value, and use the former version of this gateway. Nothing was written.",
	);

const unreadable = (name: string, reference: string) =>
	new BankFileRefused(
		`${name} is numbered but was not written: the bank account of payment ${reference} cannot be decrypted. Restore ` +
			"the vault's tables of that time. Nothing was written.",
	);

/**
 * Separates credits and debits. Concurrent runs are safe.
 * @throws BankFileRefused when a numbered file cannot be rebuilt
 */
export async function writeBankFiles(filing: BankFiling): Promise<Batch> {
	const batch: Batch = { files: await writeNumbered(filing), refused: [], unreadable: [] };
	for (const direction of ["credit", "debit"] as const) {
		while (await numberFile(filing, direction, batch));
	}
	batch.files.push(...(await writeNumbered(filing)));
	return batch;
}

/** @returns `false` when no readable payments are waiting */
async function numberFile(filing: BankFiling, direction: Direction, batch: Batch): Promise<boolean> {
	const { database, clocks, settings } = filing;
	const sorted = await database.transaction().execute(async (transaction: Database) => {
		const last = await lockLastFileNumber(transaction, settings.originatorId);
		const wanted = { direction, except: batch.unreadable, limit: maximumPaymentsPerFile };
		const waiting = await findWaiting(transaction, wanted);
		if (waiting.length === 0) return undefined;
		const now = clocks.business.now();
		const facts = factsOf(settings, { number: nextFileCreationNumber(last), direction, now });
		const { payments, ...others } = await sortOut(filing, transaction, facts, waiting);
		if (others.refused.length > 0) await refusePayments(transaction, others.refused, { code: refusedCode, now });
		if (payments.length > 0) await insertNumbered(filing, transaction, facts, payments);
		return others;
	});
	if (sorted === undefined) return false;
	batch.refused.push(...sorted.refused);
	batch.unreadable.push(...sorted.unreadable);
	return true;
}

type Sorted = Omit<Batch, "files"> & { payments: (FiledPayment & Pick<WaitingPayment, "id">)[] };

async function sortOut(
	{ vault, settings }: BankFiling,
	transaction: Database,
	facts: FileFacts,
	waiting: WaitingPayment[],
): Promise<Sorted> {
	const accounts = await readPaymentAccounts(vault, transaction, waiting);
	const sorted: Sorted = { payments: [], refused: [], unreadable: [] };
	for (const [place, row] of waiting.entries()) {
		const account = accounts[place] ?? "missing";
		const payment = typeof account === "object" && { ...row, originator_name: row.merchant_name, account };
		if (account === "unreadable") sorted.unreadable.push(row.reference);
		else if (payment && isWritable(facts, payment, settings)) sorted.payments.push(payment);
		else sorted.refused.push(row.reference);
	}
	return sorted;
}

async function insertNumbered(
	{ clocks, settings }: BankFiling,
	transaction: Database,
	facts: FileFacts,
	payments: Sorted["payments"],
): Promise<void> {
	const bytes = writeAftFile(fileOf(facts, payments, settings), settings.profile);
	const fileId = await insertFile(transaction, {
		...facts,
		sha256: sha256Of(bytes),
		payments: payments.length,
		amount_cents: payments.reduce((sum, { amount_cents }) => sum + amount_cents, 0),
		numbered_at: clocks.business.now(),
	});
	const chosen = payments.map(({ id, originator_name }) => ({ id, merchant_name: originator_name }));
	await putIntoFile(transaction, fileId, chosen);
}

async function writeNumbered(filing: BankFiling): Promise<WrittenFile[]> {
	const written: WrittenFile[] = [];
	for (const id of await listUnwritten(filing.database)) {
		const file = await writeFile(filing, id);
		if (file !== undefined) written.push(file);
	}
	return written;
}

/** Returns `undefined` when another run has written it. */
function writeFile(filing: BankFiling, id: number): Promise<WrittenFile | undefined> {
	const { database, clocks, settings, directory, caller, write = writeToDisk } = filing;
	return database.transaction().execute(async (transaction: Database) => {
		const file = await lockUnwritten(transaction, id);
		if (file === undefined) return undefined;
		const bytes = await rebuild(filing, transaction, file);
		const name = fileNameOf(file);
		if (!sha256Of(bytes).equals(file.sha256)) throw changed(name);
		const path = join(directory, name);
		await write(path, bytes);
		const now = clocks.business.now();
		await insertSettlements(transaction, id, settledAt(file, { ...settings, profile: profileOf(file) }, now));
		await markWritten(transaction, id, now);
		const { payments, amount_cents, direction, value_date: valueDate } = file;
		const details = { payments, amount_cents };
		await recordEvent(transaction, clocks, {
			type: "bank_file.written",
			object: name,
			details,
			merchantId: null,
			caller,
		});
		return { path, direction, payments, cents: amount_cents, valueDate };
	});
}

async function rebuild({ vault, settings }: BankFiling, transaction: Database, file: AftFileRow): Promise<Uint8Array> {
	const rows = await findPaymentsOf(transaction, file.id);
	const accounts = await readPaymentAccounts(vault, transaction, rows);
	const payments = rows.map((row, place): FiledPayment => {
		const account = accounts[place] ?? "missing";
		if (account === "unreadable") throw unreadable(fileNameOf(file), row.reference);
		if (account === "missing" || row.originator_name === null) throw changed(fileNameOf(file));
		return { ...row, originator_name: row.originator_name, account };
	});
	return writeAftFile(fileOf(file, payments, settings), profileOf(file));
}

/** The fixed name lets a retry replace a draft, which has account numbers. */
export async function writeToDisk(path: string, bytes: Uint8Array): Promise<void> {
	await mkdir(dirname(path), { recursive: true, mode: 0o700 });
	await writeFileAtomically(path, bytes, { mode: 0o600, draft: `${path}.draft` });
}
