import type { Vault } from "@cardseal/vault";
import { createRoute, type OpenAPIHono, z } from "@hono/zod-openapi";
import type { Database } from "../db/database.ts";
import type { StaffAdmission } from "../http/admission.ts";
import { merchantErrors } from "../http/admission.ts";
import type { GatewayEnv } from "../http/gateway-env.ts";
import { pageQueryFields, pagingSchema, readPage } from "../http/pagination.ts";
import { listMerchantEvents, type MerchantEvent } from "./audit.store.ts";
import { outcomeOf } from "./event.ts";

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
			kind: z.enum(["client", "staff", "operator", "system", "nobody"]),
			id: z.string().nullable(),
			name: z.string().nullable().openapi({ description: "The name of a staff member, a credential or a partner" }),
		}),
		object: z.string().nullable().openapi({ description: "The id of the object" }),
		object_name: z
			.string()
			.nullable()
			.openapi({ description: "The name of a staff member, a credential, or the partner of a grant" }),
		details: z.record(z.string(), z.union([z.string(), z.number(), z.array(z.string())])),
		client_address: z.string().nullable(),
		request_id: z.string().nullable(),
	})
	.openapi("AuditEvent");

const answerSchema = z.object({ entities: z.array(eventSchema), paging: pagingSchema }).openapi("AuditEventList");

export interface AuditListRouteOptions {
	database: Database;
	vault: Vault;
	admission: StaffAdmission;
}

/** Mounts the list of a merchant's own audit events (P-43). */
export function auditListRoute(
	app: OpenAPIHono<GatewayEnv>,
	{ database, vault, admission }: AuditListRouteOptions,
): void {
	const route = createRoute({
		method: "get",
		operationId: "listAuditEvents",
		path: "/audit",
		tags: ["Audit"],
		summary: "List audit events",
		description: "Newest first. An event appears once it is sealed, within about two seconds.",
		...admission.withoutBody("audit.read"),
		request: { query: z.object(pageQueryFields) },
		responses: {
			200: { description: "A page of the log", content: { "application/json": { schema: answerSchema } } },
			...merchantErrors(400, 401, 403),
		},
	});
	app.openapi(route, async (context) => {
		const { merchant } = context.get("access");
		const binding = { merchantId: merchant.id, list: "/audit" };
		const { rows, paging } = await readPage(vault, binding, context.req.valid("query"), (page) =>
			listMerchantEvents(database, merchant.id, page),
		);
		return context.json({ entities: rows.map(recordOf), paging }, 200);
	});
}

function recordOf(event: MerchantEvent): z.infer<typeof eventSchema> {
	return {
		sequence: event.sequence,
		occurred_at: event.occurred_at,
		event: event.type,
		outcome: outcomeOf(event.type),
		times: event.times,
		actor: { kind: event.actor_kind, id: event.actor_id, name: event.actor_name },
		object: event.object,
		object_name: event.object_name,
		details: event.details,
		client_address: event.client_address,
		request_id: event.request_id,
	};
}
