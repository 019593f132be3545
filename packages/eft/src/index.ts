export type { Eft } from "./eft.ts";
export { type RequestState, readRequestState, withdrawRequest, writePageRequest } from "./requests/page-request.ts";
export { payerLink } from "./requests/request-link.ts";
