import type { Admission } from "@cardseal/merchants";
import { anyLine, lineOfText, longText } from "@cardseal/platform";
import {
	commaList,
	dayQuery,
	listQuery,
	merchantErrors,
	pageQueryFields,
	pagingSchema,
	readPage,
} from "@cardseal/platform/http";
import type { GatewayEnv } from "@cardseal/platform/http-env";
import { type Asked, type KeyedCall, type KeyedSteps, keyedRoute } from "@cardseal/platform/idempotency";
import { type DisputeEvidence, disputeStates } from "@cardseal/vault";
import { createRoute, type OpenAPIHono, z } from "@hono/zod-openapi";
import { type Answering, answerDispute, type DisputeResponse } from "./answer-dispute.ts";
import { disputeRecordOf, disputeRecordSchema } from "./dispute-record.ts";
import { type AnsweredDispute, getDispute, listDisputes } from "./disputes.store.ts";

const path = "/transaction-service/dispute";
const tags = ["Disputes"];

const params = z.object({
	dispute_id: z.string().openapi({ description: "Its numeric id or its dispute_id", example: "100001" }),
});

interface DisputeRouteOptions extends Answering {
	admission: Admission;
}

export function disputeRoutes(app: OpenAPIHono<GatewayEnv>, options: DisputeRouteOptions): void {
	listRoute(app, options);
	readRoute(app, options);
	acceptRoute(app, options);
	evidenceRoute(app, options);
}

function listRoute(app: OpenAPIHono<GatewayEnv>, { database, vault, admission }: DisputeRouteOptions): void {
	const filterFields = {
		from_date: dayQuery.optional(),
		to_date: dayQuery.optional(),
		dispute_status: commaList(disputeStates).optional(),
		transaction_id: anyLine.optional().openapi({ description: "The transaction_id of the disputed charge" }),
	};
	const schema = z.object({ entities: z.array(disputeRecordSchema), paging: pagingSchema }).openapi("DisputeList");
	const route = createRoute({
		method: "get",
		operationId: "listDisputes",
		path,
		tags,
		summary: "List disputes",
		description: "Charges that payers dispute with their bank, the newest first.",
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
			states: query.dispute_status,
			transactionId: query.transaction_id,
		};
		const binding = { merchantId: merchant.id, list: `${path} ${JSON.stringify(filters)}` };
		const { rows, paging } = await readPage(vault, binding, query, (page) => listDisputes(database, filters, page));
		return context.json({ entities: rows.map(disputeRecordOf), paging }, 200);
	});
}

function readRoute(app: OpenAPIHono<GatewayEnv>, { database, admission }: DisputeRouteOptions): void {
	const route = createRoute({
		method: "get",
		operationId: "getDispute",
		path: `${path}/{dispute_id}`,
		tags,
		summary: "Read a dispute",
		...admission.withoutBody("transaction", "transactions.read"),
		request: { params },
		responses: {
			200: { description: "The dispute", content: { "application/json": { schema: disputeRecordSchema } } },
			...merchantErrors(401, 403, 404),
		},
	});
	app.openapi(route, async (context) => {
		const { dispute_id: id } = context.req.valid("param");
		return context.json(disputeRecordOf(await getDispute(database, context.get("access").merchant.id, id)), 200);
	});
}

const findOut = `Read the dispute (GET ${path}/{dispute_id}) to see whether it has your answer before you send it again.`;

const answered = {
	200: { description: "The dispute", content: { "application/json": { schema: disputeRecordSchema } } },
	...merchantErrors(400, 401, 403, 404, 409, 413, 415, 422),
};

function answerSteps<Body extends z.ZodType>(
	options: Answering,
	evidenceOf: (call: KeyedCall<typeof params, Body>) => DisputeEvidence | undefined,
): KeyedSteps<KeyedCall<typeof params, Body>, Asked & { found: AnsweredDispute }, DisputeResponse> {
	return {
		async gather(call) {
			const found = await getDispute(options.database, call.access.merchant.id, call.params.dispute_id);
			return { asked: { dispute: found.dispute_id, ...evidenceOf(call) }, found };
		},
		work(call, { found }) {
			const { access, keyed, caller } = call;
			return answerDispute(options, { merchant: access.merchant, found, evidence: evidenceOf(call), keyed, caller });
		},
		send: (context, { body }) => context.json(body, 200),
	};
}

function acceptRoute(app: OpenAPIHono<GatewayEnv>, options: DisputeRouteOptions): void {
	keyedRoute(
		app,
		options,
		{
			operationId: "acceptDispute",
			path: `${path}/{dispute_id}/accept`,
			tags,
			summary: "Accept a dispute",
			description: "The merchant gives the amount up. A second request changes nothing.",
			findOut,
			admitted: options.admission.withBody("transaction", "refund", "always"),
			params,
			responses: answered,
		},
		answerSteps(options, () => undefined),
	);
}

const evidenceBody = z
	.object({
		explanation: longText.openapi({ description: "Why the charge is right, in up to 20,000 characters" }),
		product_description: lineOfText.nullish().openapi({ description: "What was sold", example: "A maple table" }),
		shipping_carrier: lineOfText.nullish().openapi({ example: "Canada Post" }),
		shipping_tracking_number: lineOfText.nullish(),
	})
	.openapi("DisputeEvidence");

function evidenceRoute(app: OpenAPIHono<GatewayEnv>, options: DisputeRouteOptions): void {
	keyedRoute(
		app,
		options,
		{
			operationId: "sendDisputeEvidence",
			path: `${path}/{dispute_id}/evidence`,
			tags,
			summary: "Send evidence against a dispute",
			description: "Once, before the end of its time. Evidence is text without card numbers.",
			findOut,
			admitted: options.admission.withBody("transaction", "refund", "always"),
			params,
			body: evidenceBody,
			responses: answered,
		},
		answerSteps(options, ({ body }) => ({
			explanation: body.explanation,
			productDescription: body.product_description ?? null,
			shippingCarrier: body.shipping_carrier ?? null,
			shippingTrackingNumber: body.shipping_tracking_number ?? null,
		})),
	);
}
