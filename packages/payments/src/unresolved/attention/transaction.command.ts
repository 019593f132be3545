import { createCardTestingProtection } from "@cardseal/customers";
import { CsvInvalid, dollars, formatDollars, isLookupId, readCsv } from "@cardseal/platform";
import { operator } from "@cardseal/platform/audit";
import { createLog } from "@cardseal/platform/log";
import {
	type Answer,
	type CommandGroup,
	CommandRefused,
	defineCommand,
	type OperatorContext,
	readTextFile,
	table,
} from "@cardseal/platform/operator";
import { pino } from "pino";
import { findAccountFeed } from "../../processor-events/processor-events.store.ts";
import { createTransactionWriter } from "../../submission/transaction-writer.ts";
import type { Transaction } from "../../tables.ts";
import { listNeedingAttention, type NeedingAttention } from "../attention.store.ts";
import { type Finding, resolveTransaction } from "../resolve.ts";

const refusals = {
	chooseSource: () => new CommandRefused("Give TRANSACTION or --file, one of them."),
	onlyFile: () =>
		new CommandRefused(
			"With --file, the rows have the outcomes. Give no --approved, --not-approved, --processor-id or --authorization-code.",
		),
	tooLarge: (path: string) => new CommandRefused(`${path} is larger than 1 MB. Nothing was done.`),
	head: () => new CommandRefused(`The first row must be ${fileColumns.join(",")}.`),
	noRows: () => new CommandRefused("The file has no outcomes."),
	noAccount: () => new CommandRefused("There is no account with this id. `processor list` shows them."),
	row: (number: number, problem: string) =>
		new CommandRefused(`Row ${number} cannot be read. ${problem} Nothing was recorded.`),
	choose: () => new CommandRefused("Give --approved or --not-approved, one of them."),
	unnamed: () => new CommandRefused("--approved needs --processor-id, the processor's own id of the transaction."),
	noId: () => new CommandRefused("An id or code has at most 255 characters, and letters without accents only."),
	named: () => new CommandRefused("--processor-id and --authorization-code only go with --approved."),
	notThere: () =>
		new CommandRefused("No transaction with this id needs attention. `transaction list` shows those that do."),
};

const maximumListed = 1_000;

const maximumFileBytes = 1024 * 1024;

const fileColumns = ["transaction_id", "outcome", "processor_id", "authorization_code"] as const;

export const transactionCommands: CommandGroup = {
	name: "transaction",
	summary: "Transactions whose outcome the operator must find out",
	terms: { TRANSACTION: "The transaction_id." },
	notes: [
		"Most pending transactions end by themselves: the gateway asks the processor again and again.",
		"Those listed here do not: the processor does not know their outcome, or it reported another amount or currency.",
		"Find the outcome in the processor's own records, then resolve the transaction. The first outcome is final.",
	],
	commands: [
		defineCommand({
			verb: "list",
			summary: "Lists the transactions that need attention. Ends with 1 when there are any.",
			operands: [],
			options: {
				account: { type: "string", value: "ACCOUNT_ID", meaning: "Only those of this account at a processor." },
			},
			run: ({ database }, _operands, { account }) => list(database, account),
		}),
		defineCommand({
			verb: "resolve",
			summary:
				"Records the outcome of a transaction that needs attention, --approved or --not-approved, or those of a file.",
			operands: ["[TRANSACTION]"],
			options: {
				file: {
					type: "string",
					value: "FILE",
					meaning: `A CSV file of ${fileColumns.join(",")}, whose outcomes are approved or not_approved.`,
				},
				approved: { type: "boolean", meaning: "The processor approved it, with our amount and currency." },
				"not-approved": { type: "boolean", meaning: "No money moved: the processor declined it or never received it." },
				"processor-id": { type: "string", value: "ID", meaning: "The processor's own id of the transaction." },
				"authorization-code": { type: "string", value: "CODE", meaning: "The issuer's authorization code, if known." },
				reason: { type: "string", required: true, value: "TEXT", meaning: "Where and how you found out." },
			},
			run: async (context, [transactionId], values) => {
				const { reason } = values;
				if ((transactionId === undefined) === (values.file === undefined)) throw refusals.chooseSource();
				if (transactionId !== undefined)
					return resolveOne(context, { transactionId, finding: readFinding(values) }, reason);
				const { approved, "not-approved": notApproved, "processor-id": id, "authorization-code": code } = values;
				if (approved || notApproved || id !== undefined || code !== undefined) throw refusals.onlyFile();
				return resolveFile(context, await readFindings(values.file ?? ""), reason);
			},
		}),
	],
};

async function list(database: OperatorContext["database"], account: string | undefined): Promise<Answer> {
	if (account !== undefined && (await findAccountFeed(database, account)) === undefined) throw refusals.noAccount();
	const transactions = await listNeedingAttention(database, { account, limit: maximumListed });
	const text = transactions.map((one) => `${one.transaction_id}\n${describe(one)}`).join("\n");
	return {
		text: text === "" ? "No transaction needs attention." : text,
		json: { transactions: transactions.map(jsonOf) },
		isComplete: transactions.length === 0,
	};
}

interface TypedFinding {
	approved: boolean | undefined;
	"not-approved": boolean | undefined;
	"processor-id": string | undefined;
	"authorization-code": string | undefined;
}

function readFinding(typed: TypedFinding): Finding {
	const { approved = false, "not-approved": notApproved = false } = typed;
	if (approved === notApproved) throw refusals.choose();
	const processorTransactionId = typed["processor-id"]?.trim() ?? "";
	const authorizationCode = typed["authorization-code"]?.trim() ?? "";
	if (notApproved && processorTransactionId + authorizationCode !== "") throw refusals.named();
	if (notApproved) return { result: "not_approved" };
	if (processorTransactionId === "") throw refusals.unnamed();
	const isPlain = [processorTransactionId, authorizationCode].every((text) => /^[ -~]{0,255}$/.test(text));
	if (!isPlain) throw refusals.noId();
	return { result: "approved", processorTransactionId, authorizationCode };
}

function readRows(text: string): string[][] {
	try {
		return readCsv(text);
	} catch (error) {
		throw error instanceof CsvInvalid ? new CommandRefused(error.message) : error;
	}
}

interface Found {
	transactionId: string;
	finding: Finding;
}

/** Reads the whole file before anything is recorded. */
async function readFindings(file: string): Promise<Found[]> {
	const [head, ...rows] = readRows(
		await readTextFile(file, { maximumBytes: maximumFileBytes, tooLarge: refusals.tooLarge }),
	);
	if (head?.join() !== fileColumns.join()) throw refusals.head();
	if (rows.length === 0) throw refusals.noRows();
	const ids = new Set<string>();
	return rows.map(([transactionId = "", outcome = "", processorId = "", code = "", ...more], index) => {
		if (more.length > 0) throw refusals.row(index + 2, "It has too many cells.");
		if (!isLookupId(transactionId)) throw refusals.row(index + 2, "Its transaction_id is none.");
		if (ids.has(transactionId)) throw refusals.row(index + 2, "Its transaction was in an earlier row.");
		ids.add(transactionId);
		if (outcome !== "approved" && outcome !== "not_approved") {
			throw refusals.row(index + 2, "Its outcome is approved or not_approved.");
		}
		try {
			const finding = readFinding({
				approved: outcome === "approved",
				"not-approved": outcome === "not_approved",
				"processor-id": processorId,
				"authorization-code": code,
			});
			return { transactionId, finding };
		} catch (error) {
			throw error instanceof CommandRefused ? refusals.row(index + 2, error.message) : error;
		}
	});
}

/** Returns a function that records an outcome. It gives `undefined` when the transaction needs none. */
async function openResolving({ database, clocks, login, createVault }: OperatorContext, reason: string) {
	const vault = await createVault();
	const log = createLog({ level: "error", destination: pino.destination(2) });
	const cardTesting = createCardTestingProtection({ database, vault, clock: clocks.real, log });
	const payments = { database, writer: createTransactionWriter(database), vault, clocks, log, cardTesting };
	return (found: Found) => resolveTransaction(payments, { ...found, reason, caller: operator(login) });
}

async function resolveOne(context: OperatorContext, found: Found, reason: string): Promise<Answer> {
	const resolve = await openResolving(context, reason);
	const resolved = await resolve(found);
	if (resolved === undefined) throw refusals.notThere();
	return {
		text: `The transaction is ${resolved.status}.\n${describeOutcome(resolved)}`,
		json: { transaction_id: resolved.transaction_id, transaction_result: resolved.status },
	};
}

async function resolveFile(context: OperatorContext, findings: readonly Found[], reason: string): Promise<Answer> {
	const resolve = await openResolving(context, reason);
	const recorded: string[] = [];
	const notThere: string[] = [];
	for (const found of findings) {
		const isRecorded = (await resolve(found)) !== undefined;
		(isRecorded ? recorded : notThere).push(found.transactionId);
	}
	const left = notThere.length === 0 ? [] : ["These need no attention, or do not exist:", ...notThere];
	return {
		text: [`Recorded ${recorded.length} of ${findings.length} outcomes.`, ...left].join("\n"),
		json: { recorded, not_found: notThere },
		isComplete: notThere.length === 0,
	};
}

const meanings = {
	unknown: "the processor does not know its outcome",
	differs: "the processor reported another amount or currency",
} as const;

function describe(transaction: NeedingAttention): string {
	return table([
		["why", meanings[transaction.state]],
		["type", transaction.type],
		["amount", `${formatDollars(transaction.amount_cents)} ${transaction.currency}`],
		["processor", transaction.processor],
		["account", transaction.processor_account ?? ""],
		["since", new Date(transaction.created_at).toISOString()],
	]);
}

function describeOutcome({ transaction_id, amount_cents, currency }: Transaction): string {
	return table([
		["transaction", transaction_id],
		["amount", `${formatDollars(amount_cents)} ${currency}`],
	]);
}

function jsonOf(transaction: NeedingAttention) {
	const { transaction_id, type, state, amount_cents, currency, processor, processor_account, created_at } = transaction;
	const amount = dollars(amount_cents);
	return { transaction_id, transaction_type: type, state, amount, currency, processor, processor_account, created_at };
}
