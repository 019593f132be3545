import { createReadStream } from "node:fs";
import { CorruptFile, describeReturnCode, type ReturnCode, readAftFile, showAftFile } from "@cardseal/aft";
import type { Vault } from "@cardseal/vault";
import { operator } from "../audit/event.ts";
import type { Clocks } from "../clock.ts";
import type { BankFileSettings } from "../config.ts";
import type { Database } from "../db/database.ts";
import { type ImportPlan, importBankFile } from "../eft/rails/import-bank-file.ts";
import { type Batch, writeBankFiles } from "../eft/rails/write-bank-files.ts";
import { formatDollars } from "../money.ts";
import type { OperatorAnswer } from "./command.ts";
import { CommandRefused } from "./command-refused.ts";

const usage = [
	"Files of payments for the bank (Canadian Payments Standard 005):",
	"  npm run eft -- batch        write what waits into files below DATA_DIR/eft, for you to send to the bank",
	"  npm run eft -- import FILE  take a file of returned payments that the bank sent",
	"  npm run eft -- show FILE    print what a file says, with masked accounts, or where it is wrong",
	"All of them answer in JSON with --json.",
].join("\n");

/** 64 MiB are a quarter of a million payments; all of them are read into memory. */
const maximumFileBytes = 64 * 1024 * 1024;

const refusals = {
	usage: () => new CommandRefused(usage),
	unreadable: (path: string, cause: Error) => new CommandRefused(`${path} cannot be read: ${cause.message}`, { cause }),
	tooLarge: (path: string) =>
		new CommandRefused(
			`${path} is larger than any file that a bank sends back (${maximumFileBytes} bytes). Nothing was done.`,
		),
	corrupt: (path: string, cause: CorruptFile) =>
		new CommandRefused(`${path} is no AFT file that can be trusted. ${cause.message}`, { cause }),
	notConnected: () =>
		new CommandRefused(
			"No bank is connected. Set EFT_BANK, EFT_ORIGINATOR_ID, EFT_DATA_CENTRE and EFT_RETURN_ACCOUNT, for gateways as well.",
		),
	takenBefore: (path: string) => new CommandRefused(`${path} was taken before. Nothing was done.`),
};

/** What to tell the operator. */
export interface FileReport extends OperatorAnswer {
	/** Whether nothing is left that somebody must look at. */
	isComplete: boolean;
}

/** Where commands on bank files work. */
export interface FileManagement {
	clocks: Clocks;
	/** The operator's name on this machine, for the audit log. */
	login: string;
	settings: BankFileSettings | undefined;
	/** Where files are written. */
	directory: string;
	withDatabase<Result>(work: (database: Database) => Promise<Result>): Promise<Result>;
	openVault(database: Database): Promise<Vault>;
}

/**
 * Carries out `batch`, `import FILE` or `show FILE`, whether or not gateways run.
 *
 * @throws CommandRefused
 */
export async function manageBankFiles(management: FileManagement, words: string[]): Promise<FileReport> {
	const [action, path, ...others] = words;
	if (action === "batch" && path === undefined) return batch(management);
	if (path === undefined || others.length > 0) throw refusals.usage();
	if (action === "import") return takeBack(management, path);
	if (action === "show") return show(path);
	throw refusals.usage();
}

async function batch({ settings, clocks, login, directory, ...place }: FileManagement): Promise<FileReport> {
	if (settings === undefined) throw refusals.notConnected();
	const caller = operator(login);
	const written = await place.withDatabase(async (database) => {
		const vault = await place.openVault(database);
		return writeBankFiles({ database, vault, clocks, settings, directory, caller });
	});
	return {
		text: describeBatch(written),
		json: written,
		isComplete: written.refused.length + written.unreadable.length === 0,
	};
}

function describeBatch({ files, refused, unreadable }: Batch): string {
	const lines = files.map(
		({ path, direction, payments, cents, valueDate }) =>
			`${path}: ${payments} ${direction}s, ${formatDollars(cents)} in all, value date ${valueDate}`,
	);
	if (files.length + unreadable.length === 0) lines.push("Nothing waits for a file.");
	if (refused.length > 0) {
		lines.push(`No file can hold these, so they are returned to their wallets: ${refused.join(", ")}`);
	}
	if (unreadable.length > 0) {
		lines.push(`Bank accounts of these cannot be decrypted, so they go on waiting: ${unreadable.join(", ")}`);
		lines.push("Someone has changed rows of the vault, or its keys are not those they were written with.");
	}
	return lines.join("\n");
}

async function takeBack({ clocks, login, ...place }: FileManagement, path: string): Promise<FileReport> {
	const bytes = await readBytes(path);
	const taken = await unlessCorrupt(path, async () =>
		place.withDatabase(async (database) => {
			const vault = await place.openVault(database);
			return importBankFile({ database, vault, clocks, caller: operator(login) }, bytes);
		}),
	);
	if (taken === undefined) throw refusals.takenBefore(path);
	return { text: describeImport(taken), json: taken, isComplete: taken.leftOver.length === 0 };
}

function describeImport({ returned, leftOver }: ImportPlan): string {
	return [
		`${returned.length} payments came back.`,
		...returned.map(
			({ line, reference, cents, code }) =>
				`  line ${line}: ${reference}, ${formatDollars(cents)}: ${code} ${reasonOf(describeReturnCode(code))}`,
		),
		...(leftOver.length > 0 ? ["Nothing was done about these. Ask the bank what they are:"] : []),
		...leftOver.map(
			({ line, crossReference, cents, problem }) =>
				`  line ${line}: ${crossReference}, ${formatDollars(cents)}: ${problem}`,
		),
	].join("\n");
}

function reasonOf({ meaning, isDispute }: ReturnCode): string {
	return isDispute ? `${meaning} (the payer disputes the debit)` : meaning;
}

async function show(path: string): Promise<FileReport> {
	const bytes = await readBytes(path);
	const lines = await unlessCorrupt(path, async () => [...showAftFile(readAftFile(bytes))]);
	return { text: lines.join("\n"), json: { lines }, isComplete: true };
}

/** Reads no more than is taken, whatever the name stands for: a pipe has no size to ask for. */
async function readBytes(path: string): Promise<Buffer> {
	const chunks: Buffer[] = [];
	let bytes = 0;
	try {
		for await (const chunk of createReadStream(path)) {
			bytes += chunk.length;
			if (bytes > maximumFileBytes) throw refusals.tooLarge(path);
			chunks.push(chunk);
		}
		return Buffer.concat(chunks);
	} catch (error) {
		throw error instanceof Error && "code" in error ? refusals.unreadable(path, error) : error;
	}
}

async function unlessCorrupt<Result>(path: string, work: () => Promise<Result>): Promise<Result> {
	try {
		return await work();
	} catch (error) {
		throw error instanceof CorruptFile ? refusals.corrupt(path, error) : error;
	}
}
