import { hash } from "node:crypto";
import { inBatches } from "@cardseal/batch";
import type { SigningKey, Vault } from "@cardseal/vault";
import { decodeProtectedHeader, jwtVerify, SignJWT } from "jose";
import { z } from "zod";
import type { Actor } from "../../audit/event.ts";
import type { Clock } from "../../clock.ts";
import type { Database } from "../../db/database.ts";
import { newLookupId } from "../../ids.ts";
import type { Channel } from "../../merchants/channel.ts";
import type { Merchant } from "../../merchants/merchant.ts";
import type { CredentialUse } from "../clients/credential-use.ts";
import { isScope, type Scope } from "../scopes.ts";
import { createSigningKeys, type SigningKeys } from "./signing-keys.ts";
import { findLivingTokens, type TokenReference } from "./tokens.store.ts";

/** Whose request this is and what it may do, by whatever it proved that. */
export interface Access {
	scopes: Scope[];
	merchant: Merchant;
	channel: Channel;
	/** The staff member behind it. */
	userId: number | null;
	/** Who the audit log says it was. */
	actor: Actor;
}

/** What a bearer token stands for. */
export interface TokenAccess extends Access {
	tokenId: string;
	/** ms since 1970 */
	expiresAt: number;
	clientId: string;
	/** The merchant's consent that a partner's token rests on; `undefined` for a merchant's own. */
	grantId: string | undefined;
}

/** Whom a token is issued to, and for which merchant. */
export interface TokenHolder {
	clientId: string;
	merchant: Pick<Merchant, "publicId">;
	/** The merchant's consent that it rests on; `undefined` for a merchant's own client. */
	grantId?: string;
}

export interface AccessTokensOptions {
	vault: Vault;
	database: Database;
	/** Real time: other machines hold tokens against clocks of their own. */
	clock: Clock;
	/** The issuer and audience of tokens: our public URL. */
	publicUrl: string;
	/** Told of every credential that gets or shows a token. */
	use: Pick<CredentialUse, "note">;
}

export interface AccessTokens {
	/** Signs a token. */
	issue(holder: TokenHolder, scopes: Scope[], lifetimeSeconds: number): Promise<string>;
	/** What a token stands for right now; `undefined` when it is forged, expired, foreign or revoked. */
	read(token: string): Promise<TokenAccess | undefined>;
	/** The public keys in base64url, for anybody who wants to check a signature. */
	publicKeys(): Promise<{ kid: string; x: string }[]>;
}

const algorithm = "EdDSA";
/** RFC 9068 §2.1: an id token or a widget session signed by the same key is not an access token. */
const tokenType = "at+jwt";

const numericDate = z.int().nonnegative();

const claimsSchema = z.object({
	iss: z.string(),
	aud: z.string(),
	sub: z.string(),
	client_id: z.string(),
	jti: z.string(),
	iat: numericDate,
	exp: numericDate,
	scope: z.string(),
	merchant_id: z.string(),
	grant_id: z.string().optional(),
});

type Claims = z.infer<typeof claimsSchema>;

/** Headers by which a token would choose its own key (RFC 8725 §3.10). */
const keyHeaders = ["jku", "jwk", "x5u", "x5c", "crit"];

/** Tokens whose signature was checked; an entry costs about 1 KB. */
const maximumVerifiedTokens = 10_000;
const maximumTokensPerQuery = 500;
const clockToleranceSeconds = 5;

/** Issues and reads access tokens: JWTs signed with Ed25519 (RFC 9068, RFC 8725), checked for revocation at each use. */
export function createAccessTokens(options: AccessTokensOptions): AccessTokens {
	const { vault, database, clock, publicUrl, use } = options;
	const keys = createSigningKeys(vault, clock);
	// Revocation must hold at the next request, so nothing is cached; requests at the same time share a query instead.
	const findLiving = inBatches({
		run: (tokens: TokenReference[]) => findLivingTokens(database, tokens),
		maximumItems: maximumTokensPerQuery,
	});
	const verify = tokenVerification(keys, options);

	return {
		async issue(holder, scopes, lifetimeSeconds) {
			const key = await keys.current();
			if (holder.grantId === undefined) use.note(holder.clientId);
			return signToken(key, holder, { scopes, publicUrl, now: clock.now(), lifetimeSeconds });
		},

		async read(token) {
			const claims = await verify(token);
			if (claims === undefined || !isTimely(claims, clock.now())) return undefined;
			const { jti: tokenId, client_id: clientId, grant_id: grantId } = claims;
			const power = await findLiving({ tokenId, clientId, grantId });
			if (power === undefined || power.merchant.publicId !== claims.merchant_id) return undefined;
			if (grantId === undefined) use.note(clientId);
			return {
				...power,
				// Of what the token was issued for, not of all that it might have been.
				scopes: claims.scope.split(" ").filter(isScope),
				actor: { kind: "client", clientId },
				tokenId,
				clientId,
				grantId,
				expiresAt: claims.exp * 1000,
			};
		},

		async publicKeys() {
			const all = await keys.published();
			return all.map((key) => ({ kid: key.keyId, x: String(key.publicKey.export({ format: "jwk" }).x) }));
		},
	};
}

interface Claimed {
	scopes: Scope[];
	publicUrl: string;
	/** ms since 1970 */
	now: number;
	lifetimeSeconds: number;
}

function signToken(key: SigningKey, { clientId, merchant, grantId }: TokenHolder, claimed: Claimed): Promise<string> {
	const issuedAt = Math.floor(claimed.now / 1000);
	return (
		new SignJWT({
			client_id: clientId,
			scope: claimed.scopes.join(" "),
			merchant_id: merchant.publicId,
			...(grantId !== undefined && { grant_id: grantId }),
		})
			.setProtectedHeader({ alg: algorithm, typ: tokenType, kid: key.keyId })
			.setIssuer(claimed.publicUrl)
			.setAudience(claimed.publicUrl)
			// RFC 9068 §2.2: whose resources these are, unless no owner took part in the grant.
			.setSubject(grantId === undefined ? clientId : merchant.publicId)
			.setJti(newLookupId())
			.setIssuedAt(issuedAt)
			.setExpirationTime(issuedAt + claimed.lifetimeSeconds)
			.sign(key.privateKey)
	);
}

/**
 * Gives what a token claims when its signature and its addressee are right, which it remembers. That it has not expired
 * and was not revoked is to be looked at each time.
 */
function tokenVerification(keys: SigningKeys, { clock, publicUrl }: Pick<AccessTokensOptions, "clock" | "publicUrl">) {
	const verified = new Map<string, { keyId: string; claims: Claims }>();
	return async (token: string): Promise<Claims | undefined> => {
		// Kept by hash: the tokens themselves should not lie around in memory.
		const tokenHash = hash("sha256", token, "base64");
		const known = verified.get(tokenHash);
		const keyId = known?.keyId ?? keyIdIn(token);
		// Also for a token that was verified before: a key that has been destroyed vouches for nothing.
		const key = keyId && (await keys.find(keyId));
		if (!key) return undefined;
		if (known !== undefined) return known.claims;
		const claims = await verifySignature(token, key, clock.now());
		if (claims === undefined || !isOurs(claims, publicUrl)) return undefined;
		if (verified.size >= maximumVerifiedTokens) verified.clear();
		verified.set(tokenHash, { keyId: key.keyId, claims });
		return claims;
	};
}

/** The key that a token names; `undefined` when it is no token, or one that would bring its own key. */
function keyIdIn(token: string): string | undefined {
	try {
		const header = decodeProtectedHeader(token);
		return keyHeaders.some((name) => name in header) ? undefined : header.kid;
	} catch {
		return undefined;
	}
}

async function verifySignature(token: string, key: SigningKey, now: number): Promise<Claims | undefined> {
	try {
		const { payload } = await jwtVerify(token, key.publicKey, {
			algorithms: [algorithm],
			typ: tokenType,
			currentDate: new Date(now),
			clockTolerance: clockToleranceSeconds,
		});
		return claimsSchema.parse(payload);
	} catch {
		// Every way a token can be wrong has one answer.
		return undefined;
	}
}

/** The times were checked with the signature, but a token that was verified once goes on ageing. */
function isTimely(claims: Claims, now: number): boolean {
	const seconds = now / 1000;
	return seconds < claims.exp + clockToleranceSeconds && claims.iat <= seconds + clockToleranceSeconds;
}

/**
 * Issuer and audience must be our public URL. Gateways on a developer's machine share a database on different ports of
 * localhost; there, any of those ports is ours.
 */
function isOurs(claims: Claims, publicUrl: string): boolean {
	const accepts = (url: string) => url === publicUrl || (isLocalhost(publicUrl) && isLocalhost(url));
	return accepts(claims.iss) && accepts(claims.aud);
}

function isLocalhost(url: string): boolean {
	return URL.canParse(url) && new URL(url).hostname === "localhost";
}
