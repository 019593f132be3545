import type { Admission } from "@cardseal/merchants";
import { amountBoundSchema, anyLine, emailFilter, isLookupId, notFound, parseNumericId } from "@cardseal/platform";
import type { Database, TextMatch } from "@cardseal/platform/db";
import {
	commaList,
	dayQuery,
	listQueryWithMetadata,
	merchantErrors,
	metadataIn,
	pageQueryFields,
	pagingSchema,
	readPage,
	textMatchDescriptions,
} from "@cardseal/platform/http";
import type { GatewayEnv } from "@cardseal/platform/http-env";
import { createRoute, type OpenAPIHono, z } from "@hono/zod-openapi";
import type { Eft } from "../eft.ts";
import type { EftTransaction } from "../tables.ts";
import { eftRecordOf, eftRecordSchema } from "../transaction/eft-record.ts";
import { eftKinds, eftResults, eftTypes } from "../transaction/eft-transaction.ts";
import { listEftTransactions } from "../transaction/eft-transaction-list.store.ts";
import { findEftTransaction } from "../transaction/eft-transactions.store.ts";

type Reports = Pick<Eft, "database" | "vault"> & { textMatch: TextMatch };

const listPath = "/transaction-service-vt/eft/transaction";

const querySchema = listQueryWithMetadata({
	...pageQueryFields,
	from_date: dayQuery.optional(),
	to_date: dayQuery.optional(),
	transaction_status: commaList(eftResults).optional(),
	transaction_type: commaList(eftTypes).optional(),
	transaction_kind: commaList(eftKinds).optional(),
	customer_lookup_id: anyLine.optional(),
	min_amount: amountBoundSchema.optional(),
	max_amount: amountBoundSchema.optional(),
	email_address: emailFilter.optional(),
	first_name: anyLine.optional(),
	last_name: anyLine.optional(),
});

const answerSchema = z
	.object({ entities: z.array(eftRecordSchema), paging: pagingSchema })
	.openapi("EftTransactionList");

export function eftTransactionRoutes(app: OpenAPIHono<GatewayEnv>, reports: Reports, admission: Admission): void {
	listRoute(app, reports, admission);
	oneRoute(app, reports, admission);
}

function listRoute(app: OpenAPIHono<GatewayEnv>, { database, vault, textMatch }: Reports, admission: Admission): void {
	const route = createRoute({
		method: "get",
		operationId: "listEftTransactions",
		path: listPath,
		tags: ["EFT"],
		summary: "List the wallet's transactions",
		description: `Newest first. ${textMatchDescriptions[textMatch]}`,
		...admission.withoutBody("eft", "wallet.read"),
		request: { query: querySchema },
		responses: {
			200: { description: "A page of the list", content: { "application/json": { schema: answerSchema } } },
			...merchantErrors(400, 401, 403),
		},
	});
	app.openapi(route, async (context) => {
		const { merchant } = context.get("access");
		const query = context.req.valid("query");
		const filters = {
			merchantId: merchant.id,
			timeZone: merchant.timeZone,
			fromDate: query.from_date,
			toDate: query.to_date,
			results: query.transaction_status,
			types: query.transaction_type,
			kinds: query.transaction_kind,
			customerLookupId: query.customer_lookup_id,
			metadata: metadataIn(query),
			minimumCents: query.min_amount,
			maximumCents: query.max_amount,
			email: query.email_address,
			firstName: query.first_name,
			lastName: query.last_name,
			textMatch,
		};
		const binding = { merchantId: merchant.id, list: `${listPath} ${JSON.stringify(filters)}` };
		const { rows, paging } = await readPage(vault, binding, query, (page) =>
			listEftTransactions(database, filters, page),
		);
		return context.json({ entities: rows.map(eftRecordOf), paging }, 200);
	});
}

function oneRoute(app: OpenAPIHono<GatewayEnv>, { database }: Reports, admission: Admission): void {
	const route = createRoute({
		method: "get",
		operationId: "getEftTransaction",
		path: `${listPath}/{transaction_id}`,
		tags: ["EFT"],
		summary: "Read a transaction of the wallet",
		...admission.withoutBody("eft", "wallet.read"),
		request: {
			params: z.object({
				transaction_id: z.string().openapi({
					description: "Its numeric id or its transaction_id",
					example: "9fK2mQ7xW1aZ3bC4dE5f",
				}),
			}),
		},
		responses: {
			200: { description: "The transaction", content: { "application/json": { schema: eftRecordSchema } } },
			...merchantErrors(401, 403, 404),
		},
	});
	app.openapi(route, async (context) => {
		const { transaction_id: id } = context.req.valid("param");
		return context.json(eftRecordOf(await getEftTransaction(database, context.get("access").merchant.id, id)), 200);
	});
}

/** @throws Problem 404 for any id that is not the merchant's */
async function getEftTransaction(database: Database, merchantId: number, id: string): Promise<EftTransaction> {
	const numericId = parseNumericId(id);
	const reference = numericId !== undefined ? { id: numericId } : isLookupId(id) ? { transactionId: id } : undefined;
	const transaction = reference && (await findEftTransaction(database, merchantId, reference));
	if (transaction === undefined) throw notFound("transaction");
	return transaction;
}
