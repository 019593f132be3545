export { disableEndpointsOf } from "./delivery/disable.ts";
export { emitEvent, emitEvents } from "./emit.ts";
export { maskedUrl } from "./endpoints/endpoint-url.ts";
export { listEndpointsOfStaff } from "./endpoints/endpoints.store.ts";
export { eventOf, type TransactionEvent } from "./event-record.ts";
export type { EventType } from "./event-types.ts";
export { transactionEventsSql } from "./inbox.store.ts";

import "./tables.ts";

import "./audit-events.ts";
import "./endpoints/owner-mails.ts";
