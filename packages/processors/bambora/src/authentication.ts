import {
	type AccountSecrets,
	type ActionNeeded,
	type ChargeRequest,
	type Decline,
	type Inquiry,
	type InquiryRequest,
	knownAddress,
	type ReturnedFields,
} from "@cardseal/vault";
import { challengeIn, isAccountRefused, notUnderstood, outcomeOfAnswer } from "./answers.ts";
import { challengeFormIn } from "./challenge-form.ts";
import type { Answer, Send } from "./http.ts";
import { foundOutcome, hasReports, isTransactionId, rowsOf, unknown, withoutReports } from "./inquiries.ts";
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

const stillWaiting = (session: string): ActionNeeded => ({
	result: "action",
	processorTransactionId: session,
	action: knownAddress,
});

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
	send: Send,
	request: InquiryRequest,
	returned: ReturnedFields,
	account: AccountSecrets,
	now: number,
): Promise<Inquiry> {
	const session = sessionOf(request);
	if (session === undefined) return unknown(ended, false);
	const { cres = "" } = returned;
	const isOther = sessionFields.some((name) => (returned[name] ?? session) !== session);
	if (isOther || !/^[\w+/=-]+$/.test(cres)) return stillWaiting(session);
	const answer = await send(continueCall(session, cres), account);
	if (isAccountRefused(answer)) throw notUnderstood(answer.status);
	if (answer.status === 302) return stillWaiting(session);
	const outcome = outcomeOfAnswer(answer, { ...request, isAuthenticating: true });
	if (outcome.result === "approved") return outcome;
	const found = hasReports(account) ? await foundBy(send, request, account, now) : undefined;
	const isRecent = now - request.requestedAt < settledMs;
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

async function foundBy(send: Send, request: InquiryRequest, account: AccountSecrets, now: number): Promise<Inquiry> {
	return foundOutcome(await rowsOf(send, request.reference, account), request, now, { isAuthenticating: true });
}

/** Nothing is charged before `/continue`, which the gateway sends no more; only a restored database may not know of it. */
export async function abandon(
	send: Send,
	request: InquiryRequest,
	account: AccountSecrets,
	now: number,
): Promise<Inquiry> {
	const found = hasReports(account) ? await foundBy(send, request, account, now) : undefined;
	if (found !== undefined && found.result !== "not_received") return found;
	return sessionOf(request) === undefined ? unknown(ended, false) : notAuthenticated;
}

const notAuthenticated: Decline = {
	result: "declined",
	declineClass: "soft",
	declineCode: "authentication_failed",
	message: "The payer did not authenticate in time.",
	processorTransactionId: "",
};

/** Reports have no sessions, but what came of them. */
export async function inquireWaiting(
	send: Send,
	request: InquiryRequest,
	account: AccountSecrets,
	now: number,
): Promise<Inquiry> {
	const found = hasReports(account) ? await foundBy(send, request, account, now) : undefined;
	if (found !== undefined && found.result !== "not_received") return found;
	return stillWaiting(sessionOf(request) ?? "");
}
