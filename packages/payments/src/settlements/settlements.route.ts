import type { Admission } from "@cardseal/merchants";
import { anyLine, type Clocks } from "@cardseal/platform";
import { recordEvent } from "@cardseal/platform/audit";
import type { Database } from "@cardseal/platform/db";
import {
	callerOf,
	csvAnswer,
	dayQuery,
	listQuery,
	merchantErrors,
	pageQueryFields,
	pagingSchema,
	readPage,
} from "@cardseal/platform/http";
import type { GatewayEnv } from "@cardseal/platform/http-env";
import type { Vault } from "@cardseal/vault";
import { createRoute, type OpenAPIHono, z } from "@hono/zod-openapi";
import type { MiddlewareHandler } from "hono";
import { every } from "hono/combine";
import { exportSettlement } from "./export-settlement.ts";
import {
	settlementDetailOf,
	settlementDetailSchema,
	settlementRecordOf,
	settlementRecordSchema,
	shownItems,
} from "./settlement-record.ts";
import { getSettlement, listItems, listSettlements } from "./settlements.store.ts";

const path = "/transaction-service/settlement";
const tags = ["Settlements"];
const fileEnding = ".csv";

const params = z.object({
	settlement_id: z.string().openapi({ description: "Its numeric id or its settlement_id", example: "100001" }),
});

interface SettlementRouteOptions {
	database: Database;
	vault: Vault;
	clocks: Clocks;
	admission: Admission;
}

export function settlementRoutes(app: OpenAPIHono<GatewayEnv>, options: SettlementRouteOptions): void {
	listRoute(app, options);
	readRoute(app, options);
}

function listRoute(app: OpenAPIHono<GatewayEnv>, { database, vault, admission }: SettlementRouteOptions): void {
	const filterFields = {
		from_date: dayQuery.optional(),
		to_date: dayQuery.optional(),
		transaction_id: anyLine.optional().openapi({ description: "A transaction that the settlement pays" }),
	};
	const schema = z
		.object({ entities: z.array(settlementRecordSchema), paging: pagingSchema })
		.openapi("SettlementList");
	const route = createRoute({
		method: "get",
		operationId: "listSettlements",
		path,
		tags,
		summary: "List settlements",
		description: "What processors paid to the merchant's bank account, the newest first.",
		...admission.withoutBody("transaction", "transactions.read"),
		request: { query: listQuery({ ...pageQueryFields, ...filterFields }) },
		responses: {
			200: { description: "A page of the list", content: { "application/json": { schema } } },
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
			transactionId: query.transaction_id,
		};
		const binding = { merchantId: merchant.id, list: `${path} ${JSON.stringify(filters)}` };
		const { rows, paging } = await readPage(vault, binding, query, (page) => listSettlements(database, filters, page));
		return context.json({ entities: rows.map(settlementRecordOf), paging }, 200);
	});
}

function readRoute(app: OpenAPIHono<GatewayEnv>, options: SettlementRouteOptions): void {
	const { database, admission } = options;
	const described = { method: "get" as const, tags, request: { params } };
	const { middleware: beforeFile, ...fileAdmitted } = admission.download("transaction", "reports.export");
	app.openAPIRegistry.registerPath({
		...described,
		...fileAdmitted,
		operationId: "exportSettlement",
		path: `${path}/{settlement_id}${fileEnding}`,
		summary: "Download a settlement as CSV",
		description:
			"Every item (RFC 4180, UTF-8), in the layout that `admin settlement import` reads. Text that a spreadsheet would take for " +
			"a formula is preceded by an apostrophe.",
		responses: {
			200: { description: "The file", content: { "text/csv": { schema: z.string() } } },
			...merchantErrors(401, 403, 404),
		},
	});
	const { middleware: beforeRecord, ...recordAdmitted } = admission.withoutBody("transaction", "transactions.read");
	const file = every(...beforeFile, serveFile(options));
	const record = every(...beforeRecord);
	// The router takes both paths for one pattern.
	const fileOrRecord: MiddlewareHandler<GatewayEnv> = (context, next) =>
		(context.req.path.endsWith(fileEnding) ? file : record)(context, next);
	const route = createRoute({
		...described,
		...recordAdmitted,
		operationId: "getSettlement",
		path: `${path}/{settlement_id}`,
		middleware: fileOrRecord,
		summary: "Read a settlement",
		responses: {
			200: { description: "The settlement", content: { "application/json": { schema: settlementDetailSchema } } },
			...merchantErrors(401, 403, 404),
		},
	});
	app.openapi(route, async (context) => {
		const { settlement_id: id } = context.req.valid("param");
		const settlement = await getSettlement(database, context.get("access").merchant.id, id);
		const items = await listItems(database, settlement, { limit: shownItems });
		return context.json(settlementDetailOf(settlement, items), 200);
	});
}

function serveFile({ database, clocks }: SettlementRouteOptions): MiddlewareHandler<GatewayEnv> {
	return async (context) => {
		const { merchant } = context.get("access");
		const id = (context.req.param("settlement_id") ?? "").slice(0, -fileEnding.length);
		const settlement = await getSettlement(database, merchant.id, id);
		const about = { object: settlement.settlement_id, merchantId: merchant.id, caller: callerOf(context) };
		await recordEvent(database, clocks, { ...about, type: "settlement.exported" });
		return csvAnswer(context, `settlement-${settlement.id}.csv`, exportSettlement(database, settlement));
	};
}
