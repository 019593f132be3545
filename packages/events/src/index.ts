export { deliverEventsJob } from "./delivery/deliver.job.ts";
export { createDeliverer, type Deliverer } from "./delivery/deliverer.ts";
export { deliveryRoutes } from "./delivery/deliveries.route.ts";
export { deleteOldAttempts, deleteStrayAttempts, deleteStrayDeliveries } from "./delivery/deliveries.store.ts";
export { disableEndpointsOf } from "./delivery/disable.ts";
export { createSender } from "./delivery/send.ts";
export { emitEvent, emitEvents } from "./emit.ts";
export { endpointEventSchema, pingSchema } from "./endpoints/endpoint-events.ts";
export { maskedUrl } from "./endpoints/endpoint-url.ts";
export { endpointRoutes } from "./endpoints/endpoints.route.ts";
export { listEndpointsOfStaff } from "./endpoints/endpoints.store.ts";
export { eventOf, type TransactionEvent } from "./event-record.ts";
export { type EventType, eventMeanings } from "./event-types.ts";
export { eventRoutes } from "./events.route.ts";
export { deleteOldEvents, skipPositions } from "./events.store.ts";
export { transactionEventsSql } from "./inbox.store.ts";
export { moveEventsJob } from "./move.job.ts";
export { createEventMover, type EventMover } from "./mover.ts";

import "./tables.ts";

export { wakeAfterChanges } from "./wake-after-changes.ts";
