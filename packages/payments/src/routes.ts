import type { Admission } from "@cardseal/merchants";
import type { Database, TextMatch } from "@cardseal/platform/db";
import type { GatewayEnv } from "@cardseal/platform/http-env";
import type { OpenAPIHono } from "@hono/zod-openapi";
import { nextActionOf } from "./authentication/await-payer.ts";
import { captureRoute } from "./capture/capture.route.ts";
import { chargeRoutes } from "./charge/charge.route.ts";
import { disputes } from "./disputes/index.ts";
import type { Payments } from "./payments.ts";
import type { ProcessorEventFeeds } from "./processor-events/feed.ts";
import { type ReceiptRouteOptions, receiptRoute } from "./receipts/receipt.route.ts";
import { refundRoute } from "./refund/refund.route.ts";
import { customerTotalsRoute } from "./reporting/customer-totals.route.ts";
import { exportRoute } from "./reporting/export.route.ts";
import { type PaymentHistoryRouteOptions, paymentHistoryRoute } from "./reporting/payment-history.route.ts";
import { transactionListRoutes } from "./reporting/transaction-list.route.ts";
import { settlementRoutes } from "./settlements/settlements.route.ts";
import type { Transaction } from "./tables.ts";
import { transactionRoute } from "./transaction/transaction.route.ts";
import { voidRoute } from "./void/void.route.ts";

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
