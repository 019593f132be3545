import { join } from "node:path";
import { CorruptFile, describeReturnCode, readAftFile, showAftFile } from "@cardseal/aft";
import { formatDollars } from "@cardseal/platform";
import { operator } from "@cardseal/platform/audit";
import {
	type Answer,
	type CommandGroup,
	CommandRefused,
	defineCommand,
	defineOfflineCommand,
	type OperatorContext,
	readFileUpTo,
} from "@cardseal/platform/operator";
import { BankFileRefused, type BankFileSettings } from "./aft-file.ts";
import { assignItem, type ImportPlan, importBankFile, type ReturnedPayment } from "./import-bank-file.ts";
import { type Batch, writeBankFiles } from "./write-bank-files.ts";

/** 64 MiB hold a quarter of a million payments, all read into memory. */
const maximumFileBytes = 64 * 1024 * 1024;

const refusals = {
	tooLarge: (path: string) =>
		new CommandRefused(
			`${path} is larger than any file that a bank sends back (${maximumFileBytes} bytes). Nothing was done.`,
		),
	corrupt: (path: string, cause: CorruptFile) =>
		new CommandRefused(`${path} is not a valid AFT file. ${cause.message}`, { cause }),
	notConnected: () =>
		new CommandRefused(
			"No bank is connected. Set EFT_BANK, EFT_ORIGINATOR_ID, EFT_DATA_CENTRE and EFT_RETURN_ACCOUNT here and for every gateway.",
		),
	restored: () =>
		new CommandRefused(
			"The database is restored, and lacks payments that bank files may have. Run restore status. Nothing was done.",
		),
	importedBefore: (path: string) => new CommandRefused(`${path} was imported before. Nothing was done.`),
};

const terms = {
	FILE: "The path of an AFT file.",
	ITEM: "The reference of an item that an import left over.",
	TRANSACTION_ID: "The transaction_id of the payment that the item returns.",
};

export interface BankFilesContext extends OperatorContext {
	config: { dataDirectory: string; bankFiles: BankFileSettings | undefined };
}

export const bankFileCommands: CommandGroup<BankFilesContext> = {
	name: "eft",
	script: "eft",
	summary: "Payment files for the bank (Canadian Payments Standard 005)",
	terms,
	commands: [
		defineCommand({
			verb: "batch",
			summary: "Writes the queued payments into files below DATA_DIR/eft. You send them to the bank.",
			operands: [],
			options: {},
			run: (context) => writeBatch(context),
		}),
		defineCommand({
			verb: "import",
			summary: "Imports a file of returned payments that the bank sent.",
			operands: ["FILE"],
			options: {},
			run: (context, [path]) => importReturns(context, path),
		}),
		defineCommand({
			verb: "assign",
			summary: "Takes an item that an import left over for the return of a payment, whose amount and direction it has.",
			operands: ["FILE", "ITEM", "TRANSACTION_ID"],
			options: {},
			run: (context, [path, crossReference, reference]) => assign(context, path, { crossReference, reference }),
		}),
		defineOfflineCommand({
			verb: "show",
			summary: "Prints a file with masked accounts, or the place of its first error.",
			operands: ["FILE"],
			options: {},
			run: (_place, [path]) => show(path),
		}),
	],
};

async function writeBatch(context: BankFilesContext): Promise<Answer> {
	const { config, database, clocks, login, createVault } = context;
	if (await context.isRestored()) throw refusals.restored();
	const settings = config.bankFiles;
	if (settings === undefined) throw refusals.notConnected();
	const directory = join(config.dataDirectory, "eft");
	const vault = await createVault();
	const filing = { database, vault, clocks, settings, directory, caller: operator(login) };
	const written = await orRefuse(() => writeBankFiles(filing));
	return {
		text: describeBatch(written),
		json: written,
		isComplete: written.refused.length + written.unreadable.length === 0,
	};
}

function describeBatch({ files, refused, unreadable }: Batch): string {
	const lines = files.map(
		({ path, direction, payments, cents, valueDate }) =>
			`${path}: ${payments} ${direction}s, ${formatDollars(cents)} in total, value date ${valueDate}`,
	);
	if (files.length + unreadable.length === 0) lines.push("No payments are queued for a file.");
	if (refused.length > 0) {
		lines.push(`These payments fit into no file and are returned to their wallets: ${refused.join(", ")}`);
	}
	if (unreadable.length > 0) {
		lines.push(`These payments stay queued, because their bank accounts cannot be decrypted: ${unreadable.join(", ")}`);
		lines.push("Rows of the vault were changed, or the keys are not those that encrypted the rows.");
	}
	return lines.join("\n");
}

async function importReturns(context: OperatorContext, path: string): Promise<Answer> {
	const { database, clocks, login, createVault } = context;
	const bytes = await readBankFile(path);
	// A file is imported once: returns of payments that are missing would be lost.
	if (await context.isRestored()) throw refusals.restored();
	const importing = { database, vault: await createVault(), clocks, caller: operator(login) };
	const imported = await orRefuse(() => importBankFile(importing, bytes), path);
	if (imported === undefined) throw refusals.importedBefore(path);
	return { text: describeImport(imported), json: imported, isComplete: imported.leftOver.length === 0 };
}

function describeImport({ returned, leftOver }: ImportPlan): string {
	return [
		`${returned.length} payments were returned.`,
		...returned.map((one) => `  ${describeReturn(one)}`),
		...(leftOver.length > 0 ? ["These lines were not imported. Ask the bank about them, then run assign:"] : []),
		...leftOver.map(
			({ line, crossReference, cents, problem }) =>
				`  line ${line}: ${crossReference}, ${formatDollars(cents)}: ${problem}`,
		),
	].join("\n");
}

async function assign(
	context: OperatorContext,
	path: string,
	found: { crossReference: string; reference: string },
): Promise<Answer> {
	const { database, clocks, login } = context;
	const bytes = await readBankFile(path);
	if (await context.isRestored()) throw refusals.restored();
	const assigning = { database, clocks, caller: operator(login) };
	const returned = await orRefuse(() => assignItem(assigning, bytes, found), path);
	return { text: `This payment was returned:\n  ${describeReturn(returned)}`, json: returned };
}

function describeReturn({ line, reference, cents, code }: ReturnedPayment): string {
	const { meaning, isDispute } = describeReturnCode(code);
	const reason = isDispute ? `${meaning} (the payer disputes the debit)` : meaning;
	return `line ${line}: ${reference}, ${formatDollars(cents)}: ${code} ${reason}`;
}

async function show(path: string): Promise<Answer> {
	const bytes = await readBankFile(path);
	const lines = await orRefuse(async () => [...showAftFile(readAftFile(bytes))], path);
	return { text: lines.join("\n"), json: { lines } };
}

function readBankFile(path: string) {
	return readFileUpTo(path, { maximumBytes: maximumFileBytes, tooLarge: refusals.tooLarge });
}

async function orRefuse<Result>(work: () => Promise<Result>, path = ""): Promise<Result> {
	try {
		return await work();
	} catch (error) {
		if (error instanceof CorruptFile) throw refusals.corrupt(path, error);
		throw error instanceof BankFileRefused ? new CommandRefused(error.message, { cause: error }) : error;
	}
}
