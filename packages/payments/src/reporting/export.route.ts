import type { Admission } from "@cardseal/merchants";
import type { Clocks } from "@cardseal/platform";
import { givenFields, recordEvent } from "@cardseal/platform/audit";
import type { Database, TextMatch } from "@cardseal/platform/db";
import {
	callerOf,
	csvAnswer,
	listQueryWithMetadata,
	merchantErrors,
	textMatchDescriptions,
} from "@cardseal/platform/http";
import type { GatewayEnv } from "@cardseal/platform/http-env";
import { createRoute, type OpenAPIHono, z } from "@hono/zod-openapi";
import { exportTransactions } from "./export.ts";
import { filtersOf, transactionFilterFields } from "./transaction-list.route.ts";

export interface ExportRouteOptions {
	database: Database;
	/** May be a replica, which lags behind. */
	reports: Database;
	clocks: Clocks;
	admission: Admission;
	textMatch: TextMatch;
}

export function exportRoute(
	app: OpenAPIHono<GatewayEnv>,
	{ database, reports, clocks, admission, textMatch }: ExportRouteOptions,
): void {
	const route = createRoute({
		method: "get",
		operationId: "exportTransactions",
		path: "/transaction-service/transaction.csv",
		tags: ["Transactions"],
		summary: "Download transactions as CSV",
		description:
			"The transactions that match the filters of the list, newest first (RFC 4180, UTF-8), however many. Text that a " +
			`spreadsheet would take for a formula is preceded by an apostrophe. ${textMatchDescriptions[textMatch]}`,
		...admission.download("transaction", "reports.export"),
		request: { query: listQueryWithMetadata(transactionFilterFields) },
		responses: {
			200: { description: "The file", content: { "text/csv": { schema: z.string() } } },
			...merchantErrors(400, 401, 403),
		},
	});
	app.openapi(route, async (context) => {
		const access = context.get("access");
		const query = context.req.valid("query");
		const about = { object: access.merchant.publicId, merchantId: access.merchant.id, caller: callerOf(context) };
		// A metadata key is the merchant's own text, and the audit log is never erased.
		const filters = givenFields(query).map((name) => (name.startsWith("metadata[") ? "metadata" : name));
		const details = { filters: [...new Set(filters)] };
		await recordEvent(database, clocks, { ...about, type: "transactions.exported", details });
		return csvAnswer(context, "transactions.csv", exportTransactions(reports, filtersOf(access, query, textMatch)));
	});
}
