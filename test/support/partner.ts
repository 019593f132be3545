import { expect } from "vitest";
import { type Approval, approveGrant } from "../../apps/gateway/src/oauth/authorization-code.ts";
import { findPartner } from "../../apps/gateway/src/oauth/partners.store.ts";
import type { Scope } from "../../apps/gateway/src/oauth/scopes.ts";
import { type Answer, requestToken } from "./client.ts";
import type { TestGateway } from "./gateway.ts";
import type { AllTables } from "./tables.ts";

/** The secret of RFC 7636's appendix B, and the challenge it proves. */
export const proofKey = {
	verifier: "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk",
	challenge: "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM",
};

export const allScopes: Scope[] = ["customer", "plan", "transaction", "eft"];

/** Has the first merchant's owner let the demo partner in; returns the code. */
export async function approve(
	{ database, clocks, demo }: TestGateway,
	change: Partial<Pick<Approval, "scopes" | "codeChallenge">> = {},
): Promise<string> {
	const { tables } = database;
	const partner = await findPartner(tables, demo.partner.client_id);
	if (partner === undefined) throw new Error("The seed makes this partner.");
	const owner = await tables.selectFrom("staff").selectAll().where("email", "=", demo.email).executeTakeFirstOrThrow();
	const approval = {
		partner,
		merchantId: owner.merchant_id,
		staffId: owner.id,
		scopes: allScopes,
		redirectUri: demo.partner.redirect_uri,
		codeChallenge: undefined,
		...change,
	};
	const caller = { actor: { kind: "staff" as const, userId: owner.id }, clientAddress: null, requestId: null };
	return tables.transaction().execute((transaction: AllTables) => approveGrant(transaction, clocks, approval, caller));
}

type Parameters = Record<string, string | undefined>;

/** Exchanges a code as the demo partner's server does. */
export function exchange(gateway: TestGateway, code: string, change: Parameters = {}): Promise<Answer> {
	const { client_id, client_secret, redirect_uri } = gateway.demo.partner;
	const parameters = { grant_type: "authorization_code", code, redirect_uri, client_id, client_secret, ...change };
	return requestToken(gateway.url, parameters);
}

/** Refreshes as the demo partner's server does. */
export function refresh(gateway: TestGateway, refreshToken: string, change: Parameters = {}): Promise<Answer> {
	const { client_id, client_secret } = gateway.demo.partner;
	const parameters = { grant_type: "refresh_token", refresh_token: refreshToken, client_id, client_secret, ...change };
	return requestToken(gateway.url, parameters);
}

export interface PartnerTokens {
	access: string;
	refresh: string;
}

/** Both tokens of an answer. */
export function tokensIn(answer: Answer): PartnerTokens {
	expect(answer.status, answer.text).toBe(200);
	return { access: String(answer.body.access_token), refresh: String(answer.body.refresh_token) };
}

/** Has the first merchant's owner let the demo partner in, and exchanges the code. */
export async function connect(gateway: TestGateway, scopes = allScopes): Promise<PartnerTokens> {
	return tokensIn(await exchange(gateway, await approve(gateway, { scopes })));
}
