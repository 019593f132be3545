import { customerDetailNames } from "@cardseal/customers";
import type { Admission } from "@cardseal/merchants";
import type { Clocks } from "@cardseal/platform";
import type { Database, TextMatch } from "@cardseal/platform/db";
import type { GatewayEnv } from "@cardseal/platform/http-env";
import type { BusinessWork, Job } from "@cardseal/platform/jobs";
import type { OpenAPIHono } from "@hono/zod-openapi";
import type { Kysely } from "kysely";
import { nextActionOf } from "./authentication/await-payer.ts";
import { captureRoute } from "./capture/capture.route.ts";
import { chargeRoutes } from "./charge/charge.route.ts";
import { createPaymentTables } from "./create-tables.store.ts";
import { demoEventWork } from "./demo-processor-events/demo-events.job.ts";
import { disputes } from "./disputes/index.ts";
import { eventSchemas } from "./event-schemas.ts";
import { deleteOldRows } from "./old-rows.ts";
import { createOverviewTables } from "./overview/create-tables.store.ts";
import { type ReadOverviews, sumPaymentsJob } from "./overview/sum-payments.job.ts";
import type { Payments } from "./payments.ts";
import type { ProcessorEventFeeds } from "./processor-events/feed.ts";
import { readDueReceipts, readDueReceiptsAgain } from "./receipts/due-receipt-mail.ts";
import { type ReceiptRouteOptions, receiptRoute } from "./receipts/receipt.route.ts";
import type { ReceiptLinks } from "./receipts/receipt-link.ts";
import { refundRoute } from "./refund/refund.route.ts";
import { processorTryCommands } from "./rehearsal/processor-try.command.ts";
import { customerTotalsRoute } from "./reporting/customer-totals.route.ts";
import { exportRoute } from "./reporting/export.route.ts";
import { type PaymentHistoryRouteOptions, paymentHistoryRoute } from "./reporting/payment-history.route.ts";
import { personalData } from "./reporting/personal-data.store.ts";
import { transactionListRoutes } from "./reporting/transaction-list.route.ts";
import { reversalsJob } from "./reversals/reversals.job.ts";
import { createCardLedger, createSettlementTables } from "./settlements/create-tables.store.ts";
import { settlementCommands } from "./settlements/settlement.command.ts";
import { settlementRoutes } from "./settlements/settlements.route.ts";
import type { Transaction } from "./tables.ts";
import { transactionRoute } from "./transaction/transaction.route.ts";
import { processorEventCommands } from "./unresolved/attention/processor-events.command.ts";
import { transactionCommands } from "./unresolved/attention/transaction.command.ts";
import { processorEventsJob } from "./unresolved/processor-events.job.ts";
import { recoveryJob } from "./unresolved/recovery.job.ts";
import { voidRoute } from "./void/void.route.ts";

interface PaymentJobs {
	database: Database;
	clocks: Clocks;
	payments: Payments;
	feeds: ProcessorEventFeeds;
	readOverviews: ReadOverviews;
	elapsedMs: () => number;
	unlessRestored: (job: Job) => Job;
}

interface PaymentWorks {
	payments: Payments;
	unlessRestored: (work: BusinessWork) => BusinessWork;
}

/** The manifest of the service: what the gateway joins with that of others. */
export const payments = {
	commands: [transactionCommands, settlementCommands, processorEventCommands, processorTryCommands],
	jobs: ({ unlessRestored, ...given }: PaymentJobs) => [
		// Its inquiries take the journal of requests for complete.
		unlessRestored(recoveryJob(given.payments, given.elapsedMs)),
		unlessRestored(reversalsJob(given.payments)),
		unlessRestored(processorEventsJob(given.payments, given.feeds)),
		unlessRestored(disputes.job({ ...given.payments, feeds: given.feeds })),
		sumPaymentsJob({
			database: given.database,
			aheadMs: () => given.clocks.business.now() - given.clocks.real.now(),
			read: given.readOverviews,
		}),
	],
	works: (given: PaymentWorks) => [given.unlessRestored(demoEventWork(given.payments))],
	mails: (links: ReceiptLinks) => ({
		receipt: readDueReceipts(links),
		receipt_again: readDueReceiptsAgain(links),
	}),
	deleteOldRows,
	whileRestored: [/^POST \/app\/api\/transactions\/[^/]+\/receipt$/],
	personalData: [personalData, disputes.personalData],
	createTables: {
		payments: createPaymentTables,
		overview: createOverviewTables,
		async settlements(database: Kysely<unknown>) {
			await createSettlementTables(database);
			await disputes.createTables(database);
			await createCardLedger(database);
		},
	},
	ownerMails: disputes.ownerMails,
	personalColumns: {
		...disputes.personalColumns,
		transactions: [...customerDetailNames, "metadata"],
	},
	eventSchemas: { ...eventSchemas, ...disputes.eventSchemas },
} as const;

interface PaymentServiceOptions {
	payments: Payments;
	reports: Database;
	feeds: ProcessorEventFeeds;
	admission: Admission;
	textMatch: TextMatch;
}

export function paymentServiceRoutes(
	app: OpenAPIHono<GatewayEnv>,
	{ payments, reports, feeds, admission, textMatch }: PaymentServiceOptions,
): void {
	const { database, vault, clocks } = payments;
	chargeRoutes(app, payments, admission);
	captureRoute(app, payments, admission);
	refundRoute(app, payments, admission);
	voidRoute(app, payments, admission);
	// The list comes first: otherwise one of its paths would match as a transaction's id.
	transactionListRoutes(app, { database, vault, admission, textMatch });
	const findNextAction = (transaction: Transaction) => nextActionOf(payments, transaction);
	transactionRoute(app, { database, admission, findNextAction });
	exportRoute(app, { ...payments, reports, admission, textMatch });
	settlementRoutes(app, { database, vault, clocks, admission });
	disputes.routes(app, { ...payments, feeds, admission });
}

export function paymentWebRoutes(
	webApi: OpenAPIHono<GatewayEnv>,
	options: ReceiptRouteOptions & PaymentHistoryRouteOptions,
): void {
	paymentHistoryRoute(webApi, options);
	customerTotalsRoute(webApi, options);
	receiptRoute(webApi, options);
}

export { browserSchema } from "./authentication/authentication-fields.ts";
export { browserOf } from "./authentication/wanted-authentication.ts";
export { createPayments } from "./create-payments.ts";
export { createProcessorEventFeeds } from "./create-processor-event-feeds.ts";
export { observedPayments } from "./observed-payments.ts";
export { overviewRoute } from "./overview/overview.route.ts";
export type { ReadOverviews } from "./overview/sum-payments.job.ts";
export { createProcessorChoice, type ProcessorChoice } from "./processor-choice.ts";
export type { ProcessorEventFeeds } from "./processor-events/feed.ts";
export { receiptPageRoute } from "./receipts/receipt-page.route.ts";
export { anotherAmount } from "./submission/late-outcome.ts";
export { transactionRecordsAt } from "./transaction/records-at-events.ts";
export { currencyOf } from "./transaction/transactions.store.ts";
export {
	reportedCents,
	reportedCurrency,
	reportedId,
	reportedOutcome,
	reportedText,
	reportedTime,
	wrongFieldsOf,
} from "./unresolved/outcome-schema.ts";
export {
	compareWithSettlements,
	listProcessorEventsOf,
	type OpenEntry,
	type ProcessorEventOfPeriod,
	readCardBalances,
} from "./unresolved/reconcile.store.ts";
export { recordPendingAsSent } from "./unresolved/request-journal.store.ts";
export { webhookRoute } from "./unresolved/webhook.route.ts";
export {
	type DecidedTransaction,
	type ListedEntry,
	type ListedResult,
	type ListedWriting,
	writeListed,
} from "./unresolved/write-listed.ts";
