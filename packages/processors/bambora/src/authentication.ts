import type { ActionNeeded, ChargeRequest, Inquiry, InquiryRequest, ReturnedFields } from "@cardseal/vault";
import { notAuthenticated, stillWaiting, unknown } from "@cardseal/vault/processors";
import { challengeIn, isAccountRefused, notUnderstood, outcomeOfAnswer } from "./answers.ts";
import { challengeFormIn } from "./challenge-form.ts";
import type { Answer, Connection } from "./http.ts";
import { foundOutcome, isTransactionId, rowsOf, withoutReports } from "./inquiries.ts";
import { continueCall } from "./requests.ts";

/** Returns `undefined` unless the payer may be asked, and the bank's form is one. */
export function actionNeededIn(
	{ status, body }: Answer,
	{ authentication }: Pick<ChargeRequest, "authentication">,
): ActionNeeded | undefined {
	if (status !== 302 || authentication === undefined || authentication.when === "made") return undefined;
	const { session, contents } = challengeIn(body) ?? {};
	const action = contents === undefined ? undefined : challengeFormIn(contents);
	if (session === undefined || action === undefined) return undefined;
	return { result: "action", processorTransactionId: session, action };
}

/** Until its end, a charge has the session as its id. */
export function sessionOf({ processorTransactionId: id }: Pick<InquiryRequest, "processorTransactionId">) {
	return id === null || isTransactionId(id) ? undefined : id;
}

/** Names of the session in what the bank sends. */
const sessionFields = ["3d_session_data", "threeDSSessionData", "threeDS_session_data"];

/** The session does not take these fields, or has been continued. */
const refusedStatus = 400;
const usedCodes = new Set(["762", "1177"]);

/**
 * Bambora charges at `/continue`.
 *
 * @throws Error when the outcome is not known
 */
export async function complete(
	bambora: Connection,
	request: InquiryRequest,
	returned: ReturnedFields,
): Promise<Inquiry> {
	const session = sessionOf(request);
	if (session === undefined) return unknown(ended, false);
	const { cres = "" } = returned;
	const isOther = sessionFields.some((name) => (returned[name] ?? session) !== session);
	if (isOther || !/^[\w+/=-]+$/.test(cres)) return stillWaiting(session);
	const answer = await bambora.send(continueCall(session, cres));
	if (isAccountRefused(answer)) throw notUnderstood(answer.status);
	if (answer.status === 302) return stillWaiting(session);
	const outcome = outcomeOfAnswer(answer, { ...request, isAuthenticating: true });
	if (outcome.result === "approved") return outcome;
	const found = await foundBy(bambora, request);
	const isRecent = bambora.now - request.requestedAt < settledMs;
	return endOf(session, { status: answer.status, outcome, found, isRecent });
}

/** The payer's 15 minutes, and the time after which reports show what came of them. */
const settledMs = 20 * 60_000;

/** An earlier request, whose answer was lost, may have charged. */
function endOf(
	session: string,
	ends: { status: number; outcome: Inquiry; found: Inquiry | undefined; isRecent: boolean },
): Inquiry {
	const { status, outcome, found, isRecent } = ends;
	if (found?.result === "approved" || found?.result === "unknown") return found;
	const isUsed = "issuerCode" in outcome && usedCodes.has(outcome.issuerCode ?? "");
	if (status !== refusedStatus && !isUsed) return outcome;
	if (found === undefined) return unknown(withoutReports, true);
	if (found.result !== "not_received") return found;
	// A used session may have an end that the reports do not show yet.
	return isUsed && isRecent ? unknown(ended, false) : stillWaiting(session);
}

const ended = "Bambora has ended the payer's authentication.";

/** `undefined` without reports. */
async function foundBy(bambora: Connection, request: InquiryRequest): Promise<Inquiry | undefined> {
	if (!bambora.hasReports) return undefined;
	return foundOutcome(await rowsOf(bambora, request.reference), request, bambora.now, { isAuthenticating: true });
}

/** Reports have no sessions, but what came of them. */
async function endBy(bambora: Connection, request: InquiryRequest): Promise<Inquiry | undefined> {
	const found = await foundBy(bambora, request);
	return found?.result === "not_received" ? undefined : found;
}

/** Nothing is charged before `/continue`, which the gateway sends no more; only a restored database may not know of it. */
export async function abandon(bambora: Connection, request: InquiryRequest): Promise<Inquiry> {
	const otherwise = sessionOf(request) === undefined ? unknown(ended, false) : notAuthenticated;
	return (await endBy(bambora, request)) ?? otherwise;
}

export async function inquireWaiting(bambora: Connection, request: InquiryRequest, session: string): Promise<Inquiry> {
	return (await endBy(bambora, request)) ?? stillWaiting(session);
}
