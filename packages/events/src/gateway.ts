import type { Job } from "@cardseal/platform/jobs";
import type { Deliverer } from "./delivery/deliverer.ts";
import { endpointSchema } from "./endpoints/endpoint-record.ts";
import { ownerMails } from "./endpoints/owner-mails.ts";
import { eventOf } from "./event-record.ts";
import type { EventMover } from "./mover.ts";
import { deleteOldRows } from "./old-rows.ts";

/** The manifest of the service: what the gateway joins with that of others. */
export const events = {
	/** They also take over from gateways that have died. */
	jobs: ({ eventMover, deliverer }: { eventMover: EventMover; deliverer: Deliverer }): Job[] => [
		{ name: "events", everyMs: 500, run: () => eventMover.move() },
		{ name: "deliveries", everyMs: 500, run: () => deliverer.begin() },
	],
	deleteOldRows,
	whileRestored: [/^DELETE (?:\/app\/api)?\/event-service\/endpoint\/[^/]+$/],
	ownerMails,
	personalColumns: { event_inbox: ["data"], events: ["data"], webhook_attempts: ["response"] },
	eventSchemas: {
		endpoint: eventOf("endpoint", endpointSchema).openapi("EndpointEvent"),
		ping: eventOf("ping", endpointSchema).openapi("PingEvent"),
	},
} as const;

export { createEventTables } from "./create-tables.store.ts";
export { createDeliverer, type Deliverer } from "./delivery/deliverer.ts";
export { createSender } from "./delivery/send.ts";
export { createWebhookTables } from "./endpoints/create-tables.store.ts";
export { eventMeanings } from "./event-types.ts";
export { skipPositions } from "./events.store.ts";
export { createEventMover, type EventMover } from "./mover.ts";
export { eventServiceRoutes } from "./routes.ts";
export { wakeAfterChanges } from "./wake-after-changes.ts";
