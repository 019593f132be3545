import { deliverEventsJob } from "./delivery/deliver.job.ts";
import type { Deliverer } from "./delivery/deliverer.ts";
import { endpointEventSchema, pingSchema } from "./endpoints/endpoint-events.ts";
import { moveEventsJob } from "./move.job.ts";
import type { EventMover } from "./mover.ts";
import { deleteOldRows } from "./old-rows.ts";

/** The manifest of the service: what the gateway joins with that of others. */
export const events = {
	jobs: ({ eventMover, deliverer }: { eventMover: EventMover; deliverer: Deliverer }) => [
		moveEventsJob(eventMover),
		deliverEventsJob(deliverer),
	],
	deleteOldRows,
	personalColumns: { event_inbox: ["data"], events: ["data"], webhook_attempts: ["response"] },
	eventSchemas: { endpoint: endpointEventSchema, ping: pingSchema },
} as const;

export { createDeliverer, type Deliverer } from "./delivery/deliverer.ts";
export { createSender } from "./delivery/send.ts";
export { eventMeanings } from "./event-types.ts";
export { skipPositions } from "./events.store.ts";
export { createEventMover, type EventMover } from "./mover.ts";
export { eventServiceRoutes } from "./routes.ts";
export { wakeAfterChanges } from "./wake-after-changes.ts";
