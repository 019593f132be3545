import { anyLine, byteOrderMark, type Clocks, csvLine, dollars, isLookupId } from "@cardseal/platform";
import { givenFields, outcomeOf, recordEvent } from "@cardseal/platform/audit";
import type { Database, PageRequest } from "@cardseal/platform/db";
import {
	callerOf,
	csvAnswer,
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
import {
	type AuditNames,
	type EventFilters,
	findNames,
	listMerchantEvents,
	type MerchantEvent,
} from "./audit-list.store.ts";

const actorKinds = ["client", "staff", "operator", "system", "nobody"] as const;

const filterFields = {
	from_date: dayQuery.optional(),
	to_date: dayQuery.optional(),
	event: anyLine
		.optional()
		.openapi({ description: "Types of events, separated by commas", example: "refund.requested" }),
	without: anyLine.optional().openapi({ description: "Types of events to leave out, separated by commas" }),
	actor_kind: z.enum(actorKinds, `Send one of ${actorKinds.join(", ")}.`).optional(),
};

const eventSchema = z
	.object({
		sequence: z
			.int()
			.openapi({ description: "The position in the log of all merchants, so your events have gaps between them" }),
		occurred_at: z.int().openapi({ description: "Real time, in milliseconds since 1970" }),
		event: z.string().openapi({ example: "credential.created" }),
		outcome: z.enum(["success", "failure"]),
		times: z.int().openapi({ description: "The number of identical events that this entry counts" }),
		actor: z.object({
			kind: z.enum(actorKinds),
			id: z.string().nullable(),
			name: z.string().nullable().openapi({ description: "The name of a staff member, a credential or a partner" }),
		}),
		object: z.string().nullable().openapi({ description: "The id of the object" }),
		object_name: z
			.string()
			.nullable()
			.openapi({ description: "The name of a staff member, a credential, or the partner of a grant" }),
		details: z.record(z.string(), z.union([z.string(), z.number(), z.array(z.string())])),
		names: z.record(z.string(), z.string()).openapi({
			description:
				"The names of customers, cards, plans, subscriptions, passkeys and invited people in `object` and `details`, by id",
		}),
		amount: z
			.object({ amount: z.number(), currency: z.string() })
			.nullable()
			.openapi({ description: "The amount of a capture, refund, void or transfer" }),
		client_address: z.string().nullable(),
		request_id: z.string().nullable(),
	})
	.openapi("AuditEvent");

const answerSchema = z.object({ entities: z.array(eventSchema), paging: pagingSchema }).openapi("AuditEventList");

export interface AuditListRouteOptions {
	database: Database;
	vault: Vault;
	clocks: Clocks;
	admission: StaffAdmission;
	names: AuditNames;
}

export function auditListRoutes(app: OpenAPIHono<GatewayEnv>, options: AuditListRouteOptions): void {
	auditListRoute(app, options);
	auditExportRoute(app, options);
}

/** Mounts the list of a merchant's own audit events (P-43). */
function auditListRoute(
	app: OpenAPIHono<GatewayEnv>,
	{ database, vault, admission, names }: AuditListRouteOptions,
): void {
	const route = createRoute({
		method: "get",
		operationId: "listAuditEvents",
		path: "/audit",
		tags: ["Audit"],
		summary: "List audit events",
		description: "Newest first. An event appears once it is sealed, within about two seconds.",
		...admission.withoutBody("audit.read"),
		request: { query: listQuery({ ...pageQueryFields, ...filterFields }) },
		responses: { 200: jsonAnswer("A page of the log", answerSchema), ...merchantErrors(400, 401, 403) },
	});
	app.openapi(route, async (context) => {
		const { merchant } = context.get("access");
		const query = context.req.valid("query");
		const filters = filtersOf(merchant, query);
		const binding = { merchantId: merchant.id, list: `/audit ${JSON.stringify(filters)}` };
		const { rows, paging } = await readPage(vault, binding, query, (page) =>
			listMerchantEvents(database, merchant.id, filters, page, names),
		);
		return context.json({ entities: await recordsOf(database, merchant.id, rows, names), paging }, 200);
	});
}

/** Mounts the audit events as a CSV file. */
function auditExportRoute(
	app: OpenAPIHono<GatewayEnv>,
	{ database, clocks, admission, names }: AuditListRouteOptions,
): void {
	const route = createRoute({
		method: "get",
		operationId: "exportAuditEvents",
		path: "/audit/export.csv",
		tags: ["Audit"],
		summary: "Download audit events as CSV",
		description: "The events that match the filters of the list, newest first (RFC 4180, UTF-8).",
		...admission.download("audit.read"),
		request: { query: listQuery(filterFields) },
		responses: {
			200: { description: "The file", content: { "text/csv": { schema: z.string() } } },
			...merchantErrors(400, 401, 403),
		},
	});
	app.openapi(route, async (context) => {
		const { merchant } = context.get("access");
		const query = context.req.valid("query");
		const about = { object: merchant.publicId, merchantId: merchant.id, caller: callerOf(context) };
		await recordEvent(database, clocks, { ...about, type: "audit.exported", details: { filters: givenFields(query) } });
		return csvAnswer(context, "audit.csv", exportEvents(database, merchant.id, filtersOf(merchant, query), names));
	});
}

function filtersOf({ timeZone }: { timeZone: string }, query: z.infer<z.ZodObject<typeof filterFields>>): EventFilters {
	return {
		timeZone,
		types: query.event?.split(","),
		without: query.without?.split(","),
		actorKind: query.actor_kind,
		fromDate: query.from_date,
		toDate: query.to_date,
	};
}

/** Rows in memory at once. */
const sliceRows = 500;

const columns = [
	"time",
	"event",
	"outcome",
	"times",
	"actor_kind",
	"actor",
	"object",
	"object_name",
	"amount",
	"currency",
];
const lastColumns = ["details", "client_address", "request_id"];

async function* exportEvents(
	database: Database,
	merchantId: number,
	filters: EventFilters,
	names: AuditNames,
): AsyncGenerator<string> {
	yield byteOrderMark + csvLine([...columns, ...lastColumns]);
	let beyond: PageRequest["beyond"];
	for (;;) {
		const found = await listMerchantEvents(database, merchantId, filters, { limit: sliceRows, beyond }, names);
		const rows = found.slice(0, sliceRows);
		yield (await recordsOf(database, merchantId, rows, names)).map(lineOf).join("");
		const last = rows.at(-1);
		// One row more than the limit shows that there are more.
		if (found.length <= sliceRows || last === undefined) return;
		beyond = { direction: "after", position: { createdAt: last.created_at, id: last.id } };
	}
}

type EventRecord = z.infer<typeof eventSchema>;

function lineOf(record: EventRecord): string {
	const { actor, amount, object, names } = record;
	const details = Object.entries(record.details)
		.filter(([name]) => name !== "amount_cents")
		.map(
			([name, value]) =>
				`${name}: ${[value]
					.flat()
					.map((one) => names[one] ?? one)
					.join(", ")}`,
		);
	return csvLine([
		new Date(record.occurred_at).toISOString(),
		record.event,
		record.outcome,
		record.times,
		actor.kind,
		actor.name ?? actor.id,
		object,
		record.object_name,
		amount?.amount ?? null,
		amount?.currency ?? null,
		details.join("; "),
		record.client_address,
		record.request_id,
	]);
}

async function recordsOf(
	database: Database,
	merchantId: number,
	events: MerchantEvent[],
	services: AuditNames,
): Promise<EventRecord[]> {
	const ids = events.flatMap(idsIn);
	const names =
		ids.length === 0 ? new Map<string, string>() : await findNames(database, merchantId, [...new Set(ids)], services);
	return events.map((event) => recordOf(event, names));
}

/** Returns the lookup ids that an event may name. */
function idsIn({ object, details }: MerchantEvent): string[] {
	return [object, ...Object.values(details)].filter((text) => typeof text === "string" && isLookupId(text)) as string[];
}

function recordOf(event: MerchantEvent, names: Map<string, string>): EventRecord {
	const { amount_cents: cents } = event.details;
	const known = idsIn(event).flatMap((id) => {
		const name = names.get(id);
		return name === undefined ? [] : [[id, name]];
	});
	return {
		sequence: event.sequence,
		occurred_at: event.occurred_at,
		event: event.type,
		outcome: outcomeOf(event.type),
		times: event.times,
		actor: { kind: event.actor_kind, id: event.actor_id, name: event.actor_name },
		object: event.object,
		object_name: event.object_name ?? names.get(event.object ?? "") ?? null,
		details: event.details,
		names: Object.fromEntries(known),
		amount:
			typeof cents === "number" && event.currency !== null
				? { amount: dollars(cents), currency: event.currency }
				: null,
		client_address: event.client_address,
		request_id: event.request_id,
	};
}
