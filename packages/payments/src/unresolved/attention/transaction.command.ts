import { dollars, formatDollars } from "@cardseal/platform";
import { operator } from "@cardseal/platform/audit";
import { createLog } from "@cardseal/platform/log";
import {
	type Answer,
	type CommandGroup,
	CommandRefused,
	defineCommand,
	type OperatorContext,
	table,
} from "@cardseal/platform/operator";
import { pino } from "pino";
import { createCardTestingProtection } from "../../card-testing/protection.ts";
import { createTransactionWriter } from "../../submission/transaction-writer.ts";
import type { Transaction } from "../../tables.ts";
import { listNeedingAttention, type NeedingAttention } from "../attention.store.ts";
import { type Finding, resolveTransaction } from "../resolve.ts";

const refusals = {
	choose: () => new CommandRefused("Give --approved or --not-approved, one of them."),
	unnamed: () => new CommandRefused("--approved needs --processor-id, the processor's own id of the transaction."),
	named: () => new CommandRefused("--processor-id and --authorization-code only go with --approved."),
	emptyReason: () => new CommandRefused("Give the reason: where and how you found out the outcome."),
	notThere: () =>
		new CommandRefused("No transaction with this id needs attention. `transaction list` shows those that do."),
};

const maximumListed = 1_000;

export const transactionCommands: CommandGroup = {
	name: "transaction",
	summary: "Transactions whose outcome a person must find out",
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
			options: {},
			run: ({ database }) => list(database),
		}),
		defineCommand({
			verb: "resolve",
			summary:
				"Records the outcome of a transaction that needs attention: --approved or --not-approved, one of the two.",
			operands: ["TRANSACTION"],
			options: {
				approved: { type: "boolean", meaning: "The processor approved it, with our amount and currency." },
				"not-approved": { type: "boolean", meaning: "No money moved: the processor declined it or never received it." },
				"processor-id": { type: "string", value: "ID", meaning: "The processor's own id of the transaction." },
				"authorization-code": { type: "string", value: "CODE", meaning: "The issuer's authorization code, if known." },
				reason: { type: "string", required: true, value: "TEXT", meaning: "Where and how you found out." },
			},
			run: (context, [transactionId], values) =>
				resolve(context, transactionId, { finding: readFinding(values), reason: values.reason.trim() }),
		}),
	],
};

async function list(database: OperatorContext["database"]): Promise<Answer> {
	const transactions = await listNeedingAttention(database, maximumListed);
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
	return { result: "approved", processorTransactionId, authorizationCode };
}

async function resolve(
	{ database, clocks, login, createVault }: OperatorContext,
	transactionId: string,
	{ finding, reason }: { finding: Finding; reason: string },
): Promise<Answer> {
	if (reason === "") throw refusals.emptyReason();
	const vault = await createVault();
	const log = createLog({ level: "error", destination: pino.destination(2) });
	const cardTesting = createCardTestingProtection({ database, vault, clock: clocks.real, log });
	const payments = { database, writer: createTransactionWriter(database), vault, clocks, log, cardTesting };
	const resolution = { transactionId, finding, reason, caller: operator(login) };
	const transaction = await resolveTransaction(payments, resolution);
	if (transaction === undefined) throw refusals.notThere();
	return {
		text: `The transaction is ${transaction.status}.\n${describeOutcome(transaction)}`,
		json: { transaction_id: transaction.transaction_id, transaction_result: transaction.status },
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
	const { transaction_id, type, state, amount_cents, currency, processor, created_at } = transaction;
	const amount = dollars(amount_cents);
	return { transaction_id, transaction_type: type, state, amount, currency, processor, created_at };
}
