import { findMerchant, findProcessorAccount, loadProcessors } from "@cardseal/merchants";
import { createPayments, createProcessorChoice, findAccountFeed } from "@cardseal/payments/gateway";
import { operator } from "@cardseal/platform/audit";
import { createLog } from "@cardseal/platform/log";
import { type Answer, type CommandGroup, CommandRefused, defineCommand, table } from "@cardseal/platform/operator";
import { DemoProcessor } from "@cardseal/vault";
import { pino } from "pino";
import type { GatewayContext } from "../../context.ts";
import { tryAccount } from "./try-account.ts";

const refusals = {
	unknown: () => new CommandRefused("There is no account with this id. `processor list MERCHANT` shows the accounts."),
	notTest: () =>
		new CommandRefused(
			"This is no verified account of a test system at a demo merchant. Payments would be real, or go elsewhere. Nothing was sent.",
		),
	notInstalled: (name: string) => new CommandRefused(`The processor ${name} is not installed. Set PROCESSORS_MODULE.`),
};

/** Joins the group of the accounts' own commands. */
export const processorTryCommands: CommandGroup<GatewayContext> = {
	name: "processor",
	summary: "Accounts of merchants at processors of real cards",
	terms: { ACCOUNT_ID: "The account's id, as list prints it." },
	commands: [
		defineCommand({
			verb: "try",
			summary:
				"Makes payments of a demo merchant at its account of a test system: sale, look-up, refund, authorization, capture, void. Ends with 1 unless all were approved.",
			operands: ["ACCOUNT_ID"],
			options: {},
			run: (context, [accountId]) => run(context, accountId),
		}),
	],
};

async function run(context: GatewayContext, accountId: string): Promise<Answer> {
	const { database, clocks, config, login } = context;
	const feed = await findAccountFeed(database, accountId);
	if (feed === undefined) throw refusals.unknown();
	const merchant = await findMerchant(database, { id: feed.key.merchantId });
	const account = await findProcessorAccount(database, { merchantId: feed.key.merchantId, accountId });
	if (merchant?.mode !== "demo" || !account?.is_test || account.verified_at === null) throw refusals.notTest();
	const processors = await loadProcessors(config.processorModules);
	const adapter = processors.get(account.processor);
	if (adapter === undefined) throw refusals.notInstalled(account.processor);

	const vault = await context.createVault();
	const demoProcessor = new DemoProcessor({ database: database.withTables(), now: () => clocks.business.now() });
	const payments = createPayments({
		database,
		vault,
		clocks,
		log: createLog({ level: "fatal", destination: pino.destination(2) }),
		processorTimeoutMs: config.processorTimeoutMs,
		choice: createProcessorChoice({ database, vault, processors, demoProcessor }),
	});
	const { currency } = account;
	const rehearsal = { merchant, currency, adapter, caller: operator(login), now: clocks.business.now() };
	const tried = await tryAccount(payments, rehearsal);

	const rows = tried.map(({ asked, answer, processorTransactionId }) => [asked, answer, processorTransactionId ?? ""]);
	const messages = new Set(tried.flatMap(({ answer, message }) => (isGood(answer) || message === null ? [] : message)));
	const said = messages.size === 0 ? [] : [`${adapter.title} says:`, ...[...messages].map((message) => `  ${message}`)];
	return {
		text: [`${adapter.title}, ${currency}:`, table(rows), ...said].join("\n"),
		json: { tried },
		isComplete: tried.every(({ answer }) => isGood(answer)),
	};
}

/** Some processors take captures, refunds and voids first, and tell the result by webhook. */
function isGood(answer: string): boolean {
	return ["APPROVED", "approved", "PENDING"].includes(answer);
}
