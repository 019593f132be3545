import { type Access, type Admission, currencySchema, transactionChannels } from "@cardseal/merchants";
import { amountBoundSchema, anyLine, emailFilter } from "@cardseal/platform";
import type { Database, TextMatch } from "@cardseal/platform/db";
import {
	anyCase,
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
import { authenticationStatuses, type Vault } from "@cardseal/vault";
import { createRoute, type OpenAPIHono, z } from "@hono/zod-openapi";
import { transactionStatuses, transactionTypes } from "../transaction/transaction.ts";
import { recordOf, transactionRecordSchema } from "../transaction/transaction-record.ts";
import { listTransactions, type TransactionFilters } from "./transaction-list.store.ts";

const suffixAdvice = "Send the last four digits of the card, such as 0005.";

export const transactionFilterFields = {
	from_date: dayQuery.optional(),
	to_date: dayQuery.optional(),
	transaction_status: commaList(transactionStatuses).optional(),
	transaction_type: commaList(transactionTypes).optional(),
	transaction_id: anyLine.optional().openapi({ description: "A numeric id or a transaction_id", example: "100001" }),
	customer_lookup_id: anyLine.optional(),
	card_lookup_id: anyLine.optional(),
	subscription_lookup_id: anyLine.optional(),
	currency: anyCase(currencySchema).optional(),
	custom_id: anyLine.optional(),
	card_suffix: z
		.string(suffixAdvice)
		.regex(/^[0-9]{4}$/, suffixAdvice)
		.optional()
		.openapi({ description: "The last four digits of the card", example: "0005" }),
	channel: commaList(transactionChannels).optional(),
	min_amount: amountBoundSchema.optional(),
	max_amount: amountBoundSchema.optional(),
	email_address: emailFilter.optional(),
	first_name: anyLine.optional(),
	last_name: anyLine.optional(),
	invoice_id: anyLine.optional(),
	three_d_secure_status: commaList(authenticationStatuses)
		.optional()
		.openapi({ description: "The bank's authentication of the payer: `Y`, `A` …, as in records" }),
	liability_shift: z.enum(["true", "false"], "Send true or false.").optional().openapi({
		description: "`true`: the bank bears a fraudulent charge; `false`: you do. Others are left out",
	}),
};

const querySchema = listQueryWithMetadata({ ...pageQueryFields, ...transactionFilterFields });

export function filtersOf(
	{ merchant }: Access,
	query: z.infer<z.ZodObject<typeof transactionFilterFields>> & Record<string, unknown>,
	textMatch: TextMatch,
): TransactionFilters {
	return {
		merchantId: merchant.id,
		timeZone: merchant.timeZone,
		textMatch,
		fromDate: query.from_date,
		toDate: query.to_date,
		// All statuses filter nothing, nor do all types.
		statuses: query.transaction_status?.length === transactionStatuses.length ? undefined : query.transaction_status,
		types: query.transaction_type?.length === transactionTypes.length ? undefined : query.transaction_type,
		transactionId: query.transaction_id,
		customerLookupId: query.customer_lookup_id,
		cardLookupId: query.card_lookup_id,
		subscriptionLookupId: query.subscription_lookup_id,
		currency: query.currency,
		customId: query.custom_id,
		metadata: metadataIn(query),
		cardSuffix: query.card_suffix,
		channels: query.channel,
		minimumCents: query.min_amount,
		maximumCents: query.max_amount,
		email: query.email_address,
		firstName: query.first_name,
		lastName: query.last_name,
		invoiceId: query.invoice_id,
		authentications: query.three_d_secure_status,
		isLiabilityShifted: query.liability_shift === undefined ? undefined : query.liability_shift === "true",
	};
}

const answerSchema = z
	.object({ entities: z.array(transactionRecordSchema), paging: pagingSchema })
	.openapi("TransactionList");

export const transactionListAnswer = {
	description: "A page of the list",
	content: { "application/json": { schema: answerSchema } },
};

export interface TransactionListOptions {
	database: Database;
	vault: Vault;
	admission: Admission;
	textMatch: TextMatch;
}

interface List {
	operationId: string;
	path: string;
	summary: string;
	scopeOf: (access: Access) => Pick<TransactionFilters, "userId">;
}

const lists: List[] = [
	{
		operationId: "listTransactions",
		path: "/transaction-service/transaction",
		summary: "List transactions",
		scopeOf: () => ({}),
	},
	{
		operationId: "listOwnTransactions",
		path: "/transaction-service/transaction/user",
		summary: "List the transactions of the token's user",
		// A credential without a user has no transactions: 0 is no user's id.
		scopeOf: ({ userId }) => ({ userId: userId ?? 0 }),
	},
];

export function transactionListRoutes(app: OpenAPIHono<GatewayEnv>, options: TransactionListOptions): void {
	for (const list of lists) listRoute(app, options, list);
}

function listRoute(
	app: OpenAPIHono<GatewayEnv>,
	{ database, vault, admission, textMatch }: TransactionListOptions,
	list: List,
): void {
	const route = createRoute({
		method: "get",
		operationId: list.operationId,
		path: list.path,
		tags: ["Transactions"],
		summary: list.summary,
		description: `Newest first. ${textMatchDescriptions[textMatch]}`,
		...admission.withoutBody("transaction", "transactions.read"),
		request: { query: querySchema },
		responses: {
			200: transactionListAnswer,
			...merchantErrors(400, 401, 403),
		},
	});
	app.openapi(route, async (context) => {
		const access = context.get("access");
		const query = context.req.valid("query");
		const filters = { ...filtersOf(access, query, textMatch), ...list.scopeOf(access) };
		const binding = { merchantId: access.merchant.id, list: `${list.path} ${JSON.stringify(filters)}` };
		const { rows, paging } = await readPage(vault, binding, query, (page) => listTransactions(database, filters, page));
		return context.json({ entities: rows.map(recordOf), paging }, 200);
	});
}
