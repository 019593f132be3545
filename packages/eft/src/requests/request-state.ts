import type { Database } from "@cardseal/platform/db";
import { isOpen } from "./request.ts";
import { findRequest } from "./requests.store.ts";

/** `accepted` until the payer's bank has paid or returned it. */
export type RequestState = "open" | "accepted" | "paid" | "ended";

/** @param now business time, ms since 1970 */
export async function readRequestState(database: Database, transactionId: string, now: number): Promise<RequestState> {
	const request = await findRequest(database, transactionId);
	if (request === undefined) return "ended";
	if (isOpen(request, now)) return "open";
	if (request.answer !== "accepted" || request.result === "DECLINED") return "ended";
	return request.isSettled ? "paid" : "accepted";
}
