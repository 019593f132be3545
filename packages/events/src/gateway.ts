import type { GatewayEnv } from "@cardseal/platform/http-env";
import type { DeleteOldRows, Job } from "@cardseal/platform/jobs";
import type { OpenAPIHono } from "@hono/zod-openapi";
import { createEventTables } from "./create-tables.store.ts";
import type { Deliverer } from "./delivery/deliverer.ts";
import { type DeliveryRouteOptions, deliveryRoutes } from "./delivery/deliveries.route.ts";
import { deleteOldAttempts, deleteStrayAttempts, deleteStrayDeliveries } from "./delivery/deliveries.store.ts";
import { createWebhookTables } from "./endpoints/create-tables.store.ts";
import { endpointSchema } from "./endpoints/endpoint-record.ts";
import { type EndpointRouteOptions, endpointRoutes } from "./endpoints/endpoints.route.ts";
import { ownerMails } from "./endpoints/owner-mails.ts";
import { eventOf } from "./event-record.ts";
import { type EventRouteOptions, eventRoutes } from "./events.route.ts";
import { deleteOldEvents } from "./events.store.ts";
import type { EventMover } from "./mover.ts";

const eventMs = 30 * 24 * 3_600_000;

const deleteOldRows: DeleteOldRows = async (database, { before }) => {
	await deleteOldEvents(database, before(eventMs));
	await deleteOldAttempts(database, before(eventMs));
	await deleteStrayDeliveries(database);
	await deleteStrayAttempts(database);
};

/** The manifest of the service: what the gateway joins with that of others. */
export const events = {
	/** They also take over from gateways that have died. */
	jobs: ({ eventMover, deliverer }: { eventMover: EventMover; deliverer: Deliverer }): Job[] => [
		{ name: "events", everyMs: 500, run: () => eventMover.move() },
		{ name: "deliveries", everyMs: 500, run: () => deliverer.begin() },
	],
	deleteOldRows,
	whileRestored: [/^DELETE (?:\/app\/api)?\/event-service\/endpoint\/[^/]+$/],
	createTables: { events: createEventTables, webhooks: createWebhookTables },
	ownerMails,
	personalColumns: { event_inbox: ["data"], events: ["data"], webhook_attempts: ["response"] },
	eventSchemas: {
		endpoint: eventOf("endpoint", endpointSchema).openapi("EndpointEvent"),
		ping: eventOf("ping", endpointSchema).openapi("PingEvent"),
	},
} as const;

export function eventServiceRoutes(
	app: OpenAPIHono<GatewayEnv>,
	options: EventRouteOptions & EndpointRouteOptions & DeliveryRouteOptions,
): void {
	eventRoutes(app, options);
	endpointRoutes(app, options);
	deliveryRoutes(app, options);
}

export { createDeliverer, type Deliverer } from "./delivery/deliverer.ts";
export { createSender } from "./delivery/send.ts";
export { eventMeanings } from "./event-types.ts";
export { skipPositions } from "./events.store.ts";
export { createEventMover, type EventMover } from "./mover.ts";
export { wakeAfterChanges } from "./wake-after-changes.ts";
