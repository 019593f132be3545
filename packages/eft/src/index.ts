export type { Eft } from "./eft.ts";
export { withdrawRequest } from "./requests/expire-request.ts";
export { payerLink } from "./requests/request-link.ts";
export { type RequestState, readRequestState } from "./requests/request-state.ts";
export { writeRequest } from "./requests/write-request.ts";

import "./audit-events.ts";
import "./send-limits/owner-mails.ts";
