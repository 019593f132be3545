import type { Admission } from "@cardseal/merchants";
import { anyLine } from "@cardseal/platform";
import {
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
import { endpointParams, scopeOf } from "../endpoints/endpoint-record.ts";
import { getEndpoint } from "../endpoints/endpoints.ts";
import { eventTypes } from "../event-types.ts";
import { listAttempts, type StoredAttempt } from "./deliveries.store.ts";
import { deliveryErrors } from "./delivery-error.ts";
import { type Redelivery, resendEvent, type SentEvent, sendPing } from "./send-again.ts";

const tags = ["Webhooks"];
const endpointPath = "/event-service/endpoint/{endpoint_id}";

export interface DeliveryRouteOptions extends Redelivery {
	vault: Vault;
	admission: Admission;
}

export function deliveryRoutes(app: OpenAPIHono<GatewayEnv>, options: DeliveryRouteOptions): void {
	listRouteOf(app, options);
	testRouteOf(app, options);
	resendRouteOf(app, options);
}

const deliverySchema = z
	.object({
		event_id: z.string().openapi({ example: "evt_019abc12de3f4a5b6c7d8e9f0a1b" }),
		type: z.enum(eventTypes),
		attempt: z.int().openapi({ description: "From 1, up to 10" }),
		at: z.int().openapi({ description: "UNIX time in milliseconds; real time in the sandbox too" }),
		status: z.int().nullable().openapi({ description: "The HTTP status; null without a response" }),
		duration_ms: z.int().openapi({ description: "Milliseconds until the response" }),
		error: z.enum(deliveryErrors).nullable().openapi({
			description: "Why the event was not delivered, `status` if the HTTP status is not 2xx; null: delivered",
		}),
		response: z.string().openapi({ description: "The first 1,000 characters of the response" }),
		next_at: z.int().nullable().openapi({ description: "The next attempt, as `at`; null: none, or it was begun" }),
	})
	.openapi("Delivery");

const listSchema = z
	.object({
		deliveries: z.array(deliverySchema).openapi({ description: "Attempts, newest first" }),
		paging: pagingSchema,
	})
	.openapi("DeliveryList");

function recordOf(attempt: StoredAttempt): z.infer<typeof deliverySchema> {
	return {
		event_id: attempt.event_id,
		type: attempt.type,
		attempt: attempt.attempt,
		at: attempt.attempted_at,
		status: attempt.status,
		duration_ms: attempt.duration_ms,
		error: attempt.error,
		response: attempt.response,
		next_at: attempt.next_at,
	};
}

function listRouteOf(app: OpenAPIHono<GatewayEnv>, { database, vault, admission }: DeliveryRouteOptions): void {
	const route = createRoute({
		method: "get",
		operationId: "listDeliveries",
		path: `${endpointPath}/delivery`,
		tags,
		summary: "List the attempts to deliver to an endpoint",
		description: "Newest first, of the last 30 days.",
		...admission.withoutBody("event", "settings.read"),
		request: { params: endpointParams, query: listQuery({ ...pageQueryFields, event_id: anyLine.optional() }) },
		responses: { 200: jsonAnswer("A page of the list", listSchema), ...merchantErrors(400, 401, 403, 404) },
	});
	app.openapi(route, async (context) => {
		const { endpoint_id: lookupId } = context.req.valid("param");
		const merchantId = context.get("access").merchant.id;
		const { id } = await getEndpoint(database, { ...scopeOf(context.get("access")), lookupId });
		const query = context.req.valid("query");
		const { event_id: eventId } = query;
		const list = `${endpointPath}/delivery ${lookupId}${eventId === undefined ? "" : ` ${eventId}`}`;
		const { rows, paging } = await readPage(vault, { merchantId, list }, query, async (page) =>
			(await listAttempts(database, { merchantId, endpointId: id, eventId }, page)).map((row) => ({
				...row,
				created_at: row.attempted_at,
			})),
		);
		return context.json({ deliveries: rows.map(recordOf), paging }, 200);
	});
}

const sentSchema = z
	.object({
		event_id: z.string().openapi({ example: "evt_019abc12de3f4a5b6c7d8e9f0a1b" }),
		endpoints: z.array(z.string()).openapi({ description: "The lookup_id of each endpoint that gets it" }),
	})
	.openapi("SentEvent");

function shown({ eventId, endpoints }: SentEvent): z.infer<typeof sentSchema> {
	return { event_id: eventId, endpoints };
}

function testRouteOf(app: OpenAPIHono<GatewayEnv>, options: DeliveryRouteOptions): void {
	const route = createRoute({
		method: "post",
		operationId: "testEndpoint",
		path: `${endpointPath}/test`,
		tags,
		summary: "Send a ping to an endpoint",
		description:
			"The deliveries of the endpoint show within moments what became of it. One ping in 5 s; a further one is answered with 429.",
		...options.admission.withoutBody("event", "credentials.write"),
		request: { params: endpointParams },
		responses: { 200: jsonAnswer("The id of the ping", sentSchema), ...merchantErrors(401, 403, 404, 409) },
	});
	app.openapi(route, async (context) => {
		const { endpoint_id: lookupId } = context.req.valid("param");
		const sent = await sendPing(options, { ...scopeOf(context.get("access")), lookupId });
		return context.json(shown(sent), 200);
	});
}

function resendRouteOf(app: OpenAPIHono<GatewayEnv>, options: DeliveryRouteOptions): void {
	const route = createRoute({
		method: "post",
		operationId: "resendEvent",
		path: "/event-service/event/{event_id}/resend",
		tags,
		summary: "Send an event again",
		description:
			"To every enabled endpoint that gets its type, with a new schedule. Once in a minute; sooner is answered with 429.",
		...options.admission.withoutBody("event", "credentials.write"),
		request: {
			params: z.object({ event_id: z.string().openapi({ example: "evt_019abc12de3f4a5b6c7d8e9f0a1b" }) }),
		},
		responses: { 200: jsonAnswer("The endpoints that get it", sentSchema), ...merchantErrors(401, 403, 404) },
	});
	app.openapi(route, async (context) => {
		const { event_id: eventId } = context.req.valid("param");
		const sent = await resendEvent(options, { ...scopeOf(context.get("access")), eventId });
		return context.json(shown(sent), 200);
	});
}
