import type { Scope } from "@cardseal/merchants";
import { type Clocks, newLookupId } from "@cardseal/platform";
import { type Caller, recordEvent } from "@cardseal/platform/audit";
import type { Database } from "@cardseal/platform/db";
import type { Partner } from "../clients/client.ts";
import { insertCode, insertGrant, lockApprover, lockCode, type StoredCode, spendCode } from "../grants/grants.store.ts";
import { revokeGrant } from "../grants/revoke-grant.ts";
import { oauthProblem } from "../oauth-problem.ts";
import { grantPartnerTokens } from "../partners/partner-tokens.ts";
import { hashOpaqueToken, newOpaqueToken } from "./opaque-token.ts";
import { isCodeVerifier, provesChallenge } from "./pkce.ts";
import { type GrantContext, type Granted, requirePartner, type TokenRequest } from "./token-request.ts";

/** The time to exchange a code (rule O-11). */
const codeLifetimeMs = 60_000;

const refusals = {
	noCode: () => oauthProblem("invalid_request", "Send the code from the redirect."),
	noRedirectUri: () => oauthProblem("invalid_request", "Send the redirect_uri of the authorization request."),
	badVerifier: () =>
		oauthProblem("invalid_request", "Send a code_verifier of 43 to 128 letters, digits and -._~ characters."),
	noChallenge: () =>
		oauthProblem("invalid_request", "Send a code_verifier only for a code that was requested with a code_challenge."),
	useless: () => oauthProblem("invalid_grant", "This code is invalid, used or expired. Start the authorization again."),
};

export interface Approval {
	partner: Pick<Partner, "id" | "clientId">;
	merchantId: number;
	staffId: number;
	scopes: Scope[];
	redirectUri: string;
	/** RFC 7636, S256. */
	codeChallenge: string | undefined;
}

/** Returns the authorization code. */
export async function approveGrant(
	transaction: Database,
	clocks: Clocks,
	approval: Approval,
	caller: Caller,
): Promise<string> {
	const { partner, merchantId, scopes } = approval;
	const code = newOpaqueToken();
	const now = clocks.real.now();
	const grantId = newLookupId();
	const id = await insertGrant(transaction, {
		grant_id: grantId,
		partner_id: partner.id,
		merchant_id: merchantId,
		scopes,
		approved_by: approval.staffId,
		created_at: now,
	});
	await insertCode(transaction, {
		code_hash: hashOpaqueToken(code),
		grant_id: id,
		redirect_uri: approval.redirectUri,
		code_challenge: approval.codeChallenge ?? null,
		expires_at: now + codeLifetimeMs,
	});
	const details = { partner: partner.clientId, scopes };
	await recordEvent(transaction, clocks, { type: "grant.approved", object: grantId, details, merchantId, caller });
	return code;
}

interface Proof {
	partner: Partner;
	redirectUri: string;
	verifier: string | undefined;
}

/**
 * Works once (RFC 6749 §4.1.3). Proved reuse revokes the grant, as one request is a theft (rules O-12, O-13).
 * @throws Problem 400 `invalid_request`, `invalid_grant`, `unauthorized_client`
 */
export async function exchangeCode({ database, clocks }: GrantContext, request: TokenRequest): Promise<Granted> {
	const { client, parameters, caller } = request;
	const partner = requirePartner(client);
	const { code, ...rest } = readExchange(parameters);
	const codeHash = hashOpaqueToken(code);
	const now = clocks.real.now();
	const granted = await database.transaction().execute(async (transaction) => {
		const stored = await lockCode(transaction, codeHash);
		if (stored === undefined || !isProved(stored, { partner, ...rest })) return undefined;
		const { grant } = stored;
		if (stored.isSpent) {
			await revokeGrant(transaction, clocks, { grant, partner, because: "code used twice", caller });
			return undefined;
		}
		if (grant.isRevoked || now >= stored.expiresAt) return undefined;
		if (!(await lockApprover(transaction, grant.id))) return undefined;
		await spendCode(transaction, codeHash, now);
		return grantPartnerTokens(transaction, { partner, grant, scopes: grant.scopes, now });
	});
	// The transaction must commit a revocation.
	if (granted === undefined) throw refusals.useless();
	return granted;
}

function readExchange(parameters: ReadonlyMap<string, string>) {
	const code = parameters.get("code");
	const redirectUri = parameters.get("redirect_uri");
	const verifier = parameters.get("code_verifier");
	if (code === undefined) throw refusals.noCode();
	if (redirectUri === undefined) throw refusals.noRedirectUri();
	if (verifier !== undefined && !isCodeVerifier(verifier)) throw refusals.badVerifier();
	return { code, redirectUri, verifier };
}

/**
 * A wrong proof changes nothing, so a leaked code cannot do harm.
 * @throws Problem 400 `invalid_request` when an attacker removed the challenge (RFC 9700 §2.1.1)
 */
function isProved({ grant, redirectUri, codeChallenge }: StoredCode, proof: Proof): boolean {
	if (grant.partnerId !== proof.partner.id || redirectUri !== proof.redirectUri) return false;
	if (codeChallenge === null) {
		if (proof.verifier !== undefined) throw refusals.noChallenge();
		return true;
	}
	return proof.verifier !== undefined && provesChallenge(proof.verifier, codeChallenge);
}
