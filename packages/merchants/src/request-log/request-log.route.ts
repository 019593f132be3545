import { anyLine, reasonSchema } from "@cardseal/platform";
import type { Database } from "@cardseal/platform/db";
import {
	dayQuery,
	jsonAnswer,
	listQuery,
	merchantErrors,
	pageQueryFields,
	pagingSchema,
	readPage,
} from "@cardseal/platform/http";
import type { GatewayEnv } from "@cardseal/platform/http-env";
import type { Vault } from "@cardseal/vault";
import { createRoute, type OpenAPIHono, z } from "@hono/zod-openapi";
import type { StaffAdmission } from "../admission.ts";
import { listRequests, type RequestFilters, type RequestLogRow } from "./request-log.store.ts";

const statusClasses = ["2xx", "4xx", "5xx"] as const;
const methods = ["GET", "POST", "PUT", "PATCH", "DELETE"] as const;

const filterFields = {
	from_date: dayQuery.optional(),
	to_date: dayQuery.optional(),
	status: z
		.enum(statusClasses, `Send one of ${statusClasses.join(", ")}.`)
		.optional()
		.openapi({ description: "Only answers of this class" }),
	method: z
		.enum(methods, `Send one of ${methods.join(", ")}.`)
		.optional()
		.openapi({ description: "The HTTP method" }),
	route: anyLine.optional().openapi({ description: "A part of the route, ignoring case", example: "refund" }),
	client_id: anyLine.optional(),
	request_id: anyLine.optional().openapi({ description: "`X-Request-Id` of the response" }),
	transaction_id: anyLine
		.optional()
		.openapi({ description: "Also finds the requests about the captures, refunds and voids of this transaction" }),
};

const requestSchema = z.object({
	request_id: z.string(),
	method: z.string().openapi({ example: "POST" }),
	route: z.string().openapi({
		description: "With the names of its parameters instead of their values",
		example: "/transaction-service/refund/{transaction_id}",
	}),
	status: z.int().openapi({ example: 409 }),
	reason: reasonSchema.nullable().openapi({ description: "Of a refused request" }),
	duration_ms: z.number().openapi({ description: "Until the response was ready, in milliseconds" }),
	client_id: z.string(),
	client_name: z.string().nullable().openapi({ description: "The name of the credential, or of the partner" }),
	transaction_id: z.string().nullable().openapi({ description: "The transaction that the request made or named" }),
});

const entrySchema = z
	.object({
		id: z.int(),
		created_at: z.int().openapi({ description: "Real time, in milliseconds since 1970" }),
		request: requestSchema.nullable().openapi({ description: "`null` in an entry that only counts requests" }),
		shed: z.int().openapi({
			description: "The number of requests that were not recorded in the minute from `created_at` on, because of load",
		}),
	})
	.openapi("RequestLogEntry");

const answerSchema = z.object({ entities: z.array(entrySchema), paging: pagingSchema }).openapi("RequestLogPage");

export interface RequestLogRouteOptions {
	database: Database;
	vault: Vault;
	admission: StaffAdmission;
	/** Returns the names of credentials and partners by their client id. */
	findClientNames: (database: Database, merchantId: number, clientIds: string[]) => Promise<Map<string, string>>;
}

export function requestLogRoute(
	app: OpenAPIHono<GatewayEnv>,
	{ database, vault, admission, findClientNames }: RequestLogRouteOptions,
): void {
	const route = createRoute({
		method: "get",
		operationId: "listRequests",
		path: "/request-log",
		tags: ["Developers"],
		summary: "List API requests",
		description:
			"Requests with a credential or token of the last seven days, newest first. A request appears within about two seconds. Under load, requests are counted instead of recorded; the counts are entries of this list.",
		...admission.withoutBody("settings.read"),
		request: { query: listQuery({ ...pageQueryFields, ...filterFields }) },
		responses: { 200: jsonAnswer("A page of the list", answerSchema), ...merchantErrors(400, 401, 403) },
	});
	app.openapi(route, async (context) => {
		const { merchant } = context.get("access");
		const query = context.req.valid("query");
		const filters: RequestFilters = {
			merchantId: merchant.id,
			timeZone: merchant.timeZone,
			fromDate: query.from_date,
			toDate: query.to_date,
			statusClass: query.status && Number(query.status[0]),
			method: query.method,
			route: query.route,
			clientId: query.client_id,
			requestId: query.request_id,
			transactionId: query.transaction_id,
		};
		const binding = { merchantId: merchant.id, list: `/request-log ${JSON.stringify(filters)}` };
		const { rows, paging } = await readPage(vault, binding, query, (page) => listRequests(database, filters, page));
		const clientIds = rows.flatMap(({ client_id: clientId }) => clientId ?? []);
		const names = await findClientNames(database, merchant.id, [...new Set(clientIds)]);
		return context.json({ entities: rows.map((row) => entryOf(row, names)), paging }, 200);
	});
}

function entryOf(row: RequestLogRow, names: Map<string, string>): z.infer<typeof entrySchema> {
	return { id: row.id, created_at: row.created_at, request: requestOf(row, names), shed: row.shed ?? 0 };
}

function requestOf(
	{ request_id, method, route, status, reason, duration_ms, client_id, transaction_id }: RequestLogRow,
	names: Map<string, string>,
): z.infer<typeof requestSchema> | null {
	if (status === null) return null;
	return {
		request_id: request_id ?? "",
		method: method ?? "",
		route: route ?? "",
		status,
		reason,
		duration_ms: Number(duration_ms),
		client_id: client_id ?? "",
		client_name: names.get(client_id ?? "") ?? null,
		transaction_id,
	};
}
