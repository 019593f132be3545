import { hash } from "node:crypto";
import { inBatches } from "@cardseal/batch";
import { type Access, isScope, type Merchant, type Scope } from "@cardseal/merchants";
import { type Clock, newLookupId } from "@cardseal/platform";
import type { Database } from "@cardseal/platform/db";
import type { SigningKey, Vault } from "@cardseal/vault";
import { decodeProtectedHeader, jwtVerify, SignJWT } from "jose";
import { z } from "zod";
import type { CredentialUse } from "../clients/credential-use.ts";
import { createSigningKeys, type SigningKeys } from "./signing-keys.ts";
import { findValidTokens, type TokenReference } from "./tokens.store.ts";

export interface TokenAccess extends Access {
	tokenId: string;
	expiresAt: number;
	clientId: string;
}

/** `grantId` is absent for a merchant's own client. */
export interface TokenHolder {
	clientId: string;
	merchant: Pick<Merchant, "publicId">;
	grantId?: string;
}

export interface AccessTokensOptions {
	vault: Vault;
	database: Database;
	/** Real time, as other machines verify tokens. */
	clock: Clock;
	/** The issuer and audience of tokens. */
	publicUrl: string;
	use: Pick<CredentialUse, "note">;
}

export interface AccessTokens {
	issue(holder: TokenHolder, scopes: Scope[], lifetimeSeconds: number): Promise<string>;
	/**
	 * Returns `undefined` for an invalid token.
	 * @param onRefused called for an expired or revoked token that this gateway signed
	 */
	read(token: string, onRefused?: (holder: TokenHolder) => void): Promise<TokenAccess | undefined>;
	/** Keys in base64url. */
	publicKeys(): Promise<{ kid: string; x: string }[]>;
}

const algorithm = "EdDSA";
/** Rejects other JWTs of the key (RFC 9068 §2.1). */
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

/** Headers that choose a key (RFC 8725 §3.10). */
const keyHeaders = ["jku", "jwk", "x5u", "x5c", "crit"];

/** About 1 KB each. */
const maximumVerifiedTokens = 10_000;
const maximumTokensPerQuery = 500;
const clockToleranceSeconds = 5;

/** Signs JWTs with Ed25519 (RFC 9068, RFC 8725). */
export function createAccessTokens(options: AccessTokensOptions): AccessTokens {
	const { vault, database, clock, publicUrl, use } = options;
	const keys = createSigningKeys(vault, clock);
	// Revocations hold from the next request on.
	const findValid = inBatches({
		run: (tokens: TokenReference[]) => findValidTokens(database, tokens, clock.now()),
		maximumItems: maximumTokensPerQuery,
		isRead: true,
	});
	const verify = tokenVerification(keys, publicUrl);

	return {
		async issue(holder, scopes, lifetimeSeconds) {
			const key = await keys.current();
			if (holder.grantId === undefined) use.note(holder.clientId);
			return signToken(key, holder, { scopes, publicUrl, now: clock.now(), lifetimeSeconds });
		},

		async read(token, onRefused) {
			const claims = await verify(token);
			if (claims === undefined) return undefined;
			const { jti: tokenId, client_id: clientId, grant_id: grantId, merchant_id: publicId } = claims;
			const authorization = isTimely(claims, clock.now()) ? await findValid({ tokenId, clientId, grantId }) : undefined;
			if (authorization === undefined || authorization.merchant.publicId !== publicId) {
				onRefused?.({ clientId, merchant: { publicId } });
				return undefined;
			}
			if (grantId === undefined) use.note(clientId);
			return {
				...authorization,
				// Fewer scopes than the client's are possible.
				scopes: claims.scope.split(" ").filter(isScope),
				isSteppedUp: true,
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
			// RFC 9068 §2.2.
			.setSubject(grantId === undefined ? clientId : merchant.publicId)
			.setJti(newLookupId())
			.setIssuedAt(issuedAt)
			.setExpirationTime(issuedAt + claimed.lifetimeSeconds)
			.sign(key.privateKey)
	);
}

/** The caller checks times and revocation. */
function tokenVerification(keys: SigningKeys, publicUrl: string) {
	const verified = new Map<string, { keyId: string; claims: Claims }>();
	return async (token: string): Promise<Claims | undefined> => {
		// Tokens do not stay in memory.
		const tokenHash = hash("sha256", token, "base64");
		const known = verified.get(tokenHash);
		const keyId = known?.keyId ?? keyIdIn(token);
		// A destroyed key verifies nothing.
		const key = keyId && (await keys.find(keyId));
		if (!key) return undefined;
		if (known !== undefined) return known.claims;
		const claims = await verifySignature(token, key);
		if (claims === undefined || !isOurs(claims, publicUrl)) return undefined;
		if (verified.size >= maximumVerifiedTokens) verified.clear();
		verified.set(tokenHash, { keyId: key.keyId, claims });
		return claims;
	};
}

/** Returns `undefined` for a token with its own key, too. */
function keyIdIn(token: string): string | undefined {
	try {
		const header = decodeProtectedHeader(token);
		return keyHeaders.some((name) => name in header) ? undefined : header.kid;
	} catch {
		return undefined;
	}
}

async function verifySignature(token: string, key: SigningKey): Promise<Claims | undefined> {
	try {
		const { payload } = await jwtVerify(token, key.publicKey, {
			algorithms: [algorithm],
			typ: tokenType,
			// An expired token still names its holder.
			currentDate: new Date(0),
		});
		return claimsSchema.parse(payload);
	} catch {
		return undefined;
	}
}

function isTimely(claims: Claims, now: number): boolean {
	const seconds = now / 1000;
	return seconds < claims.exp + clockToleranceSeconds && claims.iat <= seconds + clockToleranceSeconds;
}

/** A developer's gateways share a database, on several ports of localhost. */
function isOurs(claims: Claims, publicUrl: string): boolean {
	const accepts = (url: string) => url === publicUrl || (isLocalhost(publicUrl) && isLocalhost(url));
	return accepts(claims.iss) && accepts(claims.aud);
}

function isLocalhost(url: string): boolean {
	return URL.canParse(url) && new URL(url).hostname === "localhost";
}

declare module "@cardseal/platform/http-env" {
	interface RequestVariables {
		tokenAccess: TokenAccess;
	}
}
