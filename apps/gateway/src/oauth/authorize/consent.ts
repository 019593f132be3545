import type { Caller } from "../../audit/event.ts";
import { Problem } from "../../problem.ts";
import type { StaffSession } from "../../staff/sessions/sessions.ts";
import { withAnswer } from "../clients/redirect-uri.ts";
import { approveGrant } from "../token/authorization-code.ts";
import { hashOpaqueToken, newOpaqueToken } from "../token/opaque-token.ts";
import type { GrantBooks } from "../token/token-request.ts";
import type { AuthorizationRefusal } from "./authorization-request.ts";
import { insertRequest, takeRequest, type WaitingRequest } from "./consent.store.ts";

/** Where consent is asked for. */
export interface ConsentDesk extends GrantBooks {
	/** Our name as an issuer (RFC 9207). */
	publicUrl: string;
}

/** How long the page may stay open before it is answered. */
const waitingMs = 10 * 60_000;

const notAgreed: AuthorizationRefusal = { error: "access_denied", description: "The merchant did not agree." };

const answeredAlready = () =>
	new Problem(
		"CONFLICT",
		"This was answered already, or was open for too long. Go back to where you came from and begin again.",
	);

/** Keeps what a partner asks for until the staff member who sees it answers; returns what their form brings along. */
export async function keepRequest(
	{ database, clocks }: ConsentDesk,
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

export interface ConsentAnswer {
	/** What the form brought along. */
	ticket: string;
	agrees: boolean;
	session: Pick<StaffSession, "sessionId" | "staff" | "merchant">;
	caller: Caller;
}

/**
 * Carries out what a staff member answered, once, in the session that was asked (rule O-09).
 *
 * @returns the address at the partner's that the browser goes to
 * @throws Problem 409 when it was answered already or waited for too long
 */
export async function answerRequest(desk: ConsentDesk, answer: ConsentAnswer): Promise<string> {
	const { database, clocks } = desk;
	const { ticket, agrees, session, caller } = answer;
	const { sessionId, staff, merchant } = session;
	return database.transaction().execute(async (transaction) => {
		const ticketHash = hashOpaqueToken(ticket);
		const request = await takeRequest(transaction, { ticketHash, sessionId, now: clocks.real.now() });
		if (request === undefined) throw answeredAlready();
		if (!agrees) return refusalAddress(desk, request, notAgreed);
		const approval = { ...request, merchantId: merchant.id, staffId: staff.id };
		const code = await approveGrant(transaction, clocks, approval, caller);
		return withAnswer(request.redirectUri, { code, state: request.state, iss: desk.publicUrl });
	});
}

/** The address by which a partner hears that it was not let in. */
export function refusalAddress(
	{ publicUrl }: Pick<ConsentDesk, "publicUrl">,
	{ redirectUri, state }: { redirectUri: string; state: string | undefined },
	{ error, description }: AuthorizationRefusal,
): string {
	return withAnswer(redirectUri, { error, error_description: description, state, iss: publicUrl });
}
