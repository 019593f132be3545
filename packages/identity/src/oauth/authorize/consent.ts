import { notifyOwners } from "@cardseal/merchants";
import { Problem } from "@cardseal/platform";
import type { Caller } from "@cardseal/platform/audit";
import { lockSessionOf, type StaffSession } from "../../staff/sessions/sessions.ts";
import { withAnswer } from "../clients/redirect-uri.ts";
import { approveGrant } from "../token/authorization-code.ts";
import { hashOpaqueToken, newOpaqueToken } from "../token/opaque-token.ts";
import type { GrantContext } from "../token/token-request.ts";
import type { AuthorizationRefusal } from "./authorization-request.ts";
import { findRequest, insertRequest, takeRequest, type WaitingRequest } from "./consent.store.ts";

export interface ConsentContext extends GrantContext {
	/** The issuer (RFC 9207). */
	publicUrl: string;
}

const waitingMs = 10 * 60_000;

const notAgreed: AuthorizationRefusal = { error: "access_denied", description: "The merchant declined." };

const answeredAlready = () =>
	new Problem(
		"authorization_answered",
		"This request was already answered, or its page was open for too long. Go back to the partner and begin again.",
	);

/** Returns the ticket for the form. */
export async function saveRequest(
	{ database, clocks }: ConsentContext,
	{ partner, redirectUri, state, scopes, codeChallenge }: WaitingRequest,
	{ sessionId }: Pick<StaffSession, "sessionId">,
): Promise<string> {
	const ticket = newOpaqueToken();
	await insertRequest(database, {
		ticket_hash: hashOpaqueToken(ticket),
		session_id: sessionId,
		partner_id: partner.id,
		redirect_uri: redirectUri,
		state: state ?? null,
		scopes,
		code_challenge: codeChallenge ?? null,
		expires_at: clocks.real.now() + waitingMs,
	});
	return ticket;
}

/** @throws Problem 409 for an answered or expired request */
export async function getRequest(
	{ database, clocks }: ConsentContext,
	{ ticket, session }: { ticket: string; session: Pick<StaffSession, "sessionId"> },
): Promise<WaitingRequest> {
	const asked = { ticketHash: hashOpaqueToken(ticket), sessionId: session.sessionId, now: clocks.real.now() };
	const request = await findRequest(database, asked);
	if (request === undefined) throw answeredAlready();
	return request;
}

export interface ConsentAnswer {
	/** The form's ticket. */
	ticket: string;
	agrees: boolean;
	session: Pick<StaffSession, "sessionId" | "staff" | "merchant">;
	caller: Caller;
}

/**
 * Works once, in the session that was asked (rule O-09).
 * @returns the partner's address
 * @throws Problem 401 when the session has ended, 409 for an answered or expired request
 */
export async function answerRequest(consentContext: ConsentContext, answer: ConsentAnswer): Promise<string> {
	const { database, clocks } = consentContext;
	const { ticket, agrees, session, caller } = answer;
	const { sessionId, staff, merchant } = session;
	return database.transaction().execute(async (transaction) => {
		// A removed or demoted member leaves no partner behind.
		await lockSessionOf(transaction, session);
		const ticketHash = hashOpaqueToken(ticket);
		const request = await takeRequest(transaction, { ticketHash, sessionId, now: clocks.real.now() });
		if (request === undefined) throw answeredAlready();
		if (!agrees) return refusalAddress(consentContext, request, notAgreed);
		const approval = { ...request, merchantId: merchant.id, staffId: staff.id };
		const code = await approveGrant(transaction, clocks, approval, caller);
		const mail = { merchantId: merchant.id, details: { about: request.partner.businessName }, caller };
		const now = clocks.business.now();
		await notifyOwners(transaction, { kind: "owner_notice", event: "partner.connected", now, ...mail });
		return withAnswer(request.redirectUri, { code, state: request.state, iss: consentContext.publicUrl });
	});
}

export function refusalAddress(
	{ publicUrl }: Pick<ConsentContext, "publicUrl">,
	{ redirectUri, state }: { redirectUri: string; state: string | undefined },
	{ error, description }: AuthorizationRefusal,
): string {
	return withAnswer(redirectUri, { error, error_description: description, state, iss: publicUrl });
}
