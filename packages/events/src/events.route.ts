import type { Admission } from "@cardseal/merchants";
import { notFound, Problem, parseNumericId } from "@cardseal/platform";
import { commaList, jsonAnswer, listQuery, merchantErrors, pageQueryFields } from "@cardseal/platform/http";
import type { GatewayEnv } from "@cardseal/platform/http-env";
import { createRoute, type OpenAPIHono, z } from "@hono/zod-openapi";
import { type EventPage, type EventsFound, listEvents } from "./event-list.store.ts";
import { type EventReading, type EventRecord, eventRecords } from "./event-record.ts";
import { eventTypes } from "./event-types.ts";
import { findEvent } from "./events.store.ts";

const path = "/event-service/event";
const tags = ["Events"];

export interface EventRouteOptions extends EventReading {
	admission: Admission;
	eventSchema: z.ZodType<EventRecord>;
}

export function eventRoutes(app: OpenAPIHono<GatewayEnv>, options: EventRouteOptions): void {
	listRoute(app, options);
	readRoute(app, options);
}

const positionAdvice = "Send the sequence of an event.";

/** A position; 0 is before the first event. */
const position = z
	.string(positionAdvice)
	.transform((text, context) => {
		const sequence = text === "0" ? 0 : parseNumericId(text);
		if (sequence !== undefined) return sequence;
		context.addIssue({ code: "custom", message: positionAdvice });
		return z.NEVER;
	})
	.optional();

const cursorsSchema = z.object({
	before: z
		.string()
		.openapi({ description: "The sequence to send as `before` for older events; empty if there are none" }),
	after: z
		.string()
		.openapi({ description: "The sequence to send as `after` for newer events; empty if there are none" }),
});

function listRoute(app: OpenAPIHono<GatewayEnv>, { admission, eventSchema, ...reading }: EventRouteOptions): void {
	const pageSchema = z
		.object({ events: z.array(eventSchema), paging: z.object({ cursors: cursorsSchema }) })
		.openapi("EventList");
	const route = createRoute({
		method: "get",
		operationId: "listEvents",
		path,
		tags,
		summary: "List events",
		description:
			"What happened in your account, kept for 30 days: oldest first with `after`, newest first otherwise. To follow " +
			"everything, ask for the events after the last sequence that you have seen. A page of the type `transaction.approved` may " +
			"have fewer events than its limit, or none: the list ends where a cursor is empty.",
		...admission.withoutBody("event", "audit.read"),
		request: {
			query: listQuery({
				limit: pageQueryFields.limit,
				before: position.openapi({ type: "integer", description: "Only events with a smaller sequence, newest first" }),
				after: position.openapi({ type: "integer", description: "Only events with a greater sequence, oldest first" }),
				type: commaList(eventTypes).optional(),
			}),
		},
		responses: { 200: jsonAnswer("A page of the list", pageSchema), ...merchantErrors(400, 401, 403) },
	});
	app.openapi(route, async (context) => {
		const { merchant } = context.get("access");
		const page = pageOf(context.req.valid("query"));
		const found = await listEvents(reading.database, merchant.id, page);
		const events = await eventRecords(reading, found.events);
		return context.json({ events, paging: { cursors: cursorsAround(found, page) } }, 200);
	});
}

interface ListQuery {
	limit: number;
	after?: number | undefined;
	before?: number | undefined;
	type?: EventPage["types"];
}

/** @throws Problem 400 for two positions */
function pageOf({ limit, after, before, type }: ListQuery): EventPage {
	if (after !== undefined && before !== undefined) {
		throw new Problem("cursor_invalid", "Send either before or after, not both.");
	}
	if (after !== undefined) return { limit, types: type, beyond: { direction: "after", sequence: after } };
	if (before !== undefined) return { limit, types: type, beyond: { direction: "before", sequence: before } };
	return { limit, types: type };
}

/** An empty page leads back to its position. */
function cursorsAround({ events, continuesBeyond, hasOtherSide }: EventsFound, { beyond }: EventPage) {
	const onward = String(continuesBeyond ?? "");
	if (beyond === undefined) return { before: onward, after: "" };
	const isAscending = beyond.direction === "after";
	const first = events[0]?.sequence ?? Math.max(0, beyond.sequence + (isAscending ? 1 : -1));
	const back = hasOtherSide ? String(first) : "";
	return isAscending ? { before: back, after: onward } : { before: onward, after: back };
}

function readRoute(app: OpenAPIHono<GatewayEnv>, { admission, eventSchema, ...reading }: EventRouteOptions): void {
	const route = createRoute({
		method: "get",
		operationId: "getEvent",
		path: `${path}/{event_id}`,
		tags,
		summary: "Read an event",
		...admission.withoutBody("event", "audit.read"),
		request: {
			params: z.object({ event_id: z.string().openapi({ example: "evt_019abc12de3f4a5b6c7d8e9f0a1b" }) }),
		},
		responses: { 200: jsonAnswer("The event", eventSchema), ...merchantErrors(401, 403, 404) },
	});
	app.openapi(route, async (context) => {
		const found = await findEvent(
			reading.database,
			context.get("access").merchant.id,
			context.req.valid("param").event_id,
		);
		const [event] = found === undefined ? [] : await eventRecords(reading, [found]);
		if (event === undefined) throw notFound("event");
		return context.json(event, 200);
	});
}
