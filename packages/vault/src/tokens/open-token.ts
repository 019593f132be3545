import { hash } from "node:crypto";
import { type Envelope, generateRecipientKey, openEnvelope, readEnvelope, recipient } from "@cardseal/encrypt/open";
import { acceptCard, type Card, type Environment } from "../cards/card.ts";
import type { KeyRing } from "../keys/key-ring.ts";
import type { Browser } from "../processors/authentication.ts";

const hour = 3_600_000;

/** Browsers' clocks are often wrong by hours. */
const tokenAgeLimitMs = 24 * hour;

const sessionTokenAgeLimitMs = hour;

/** A day longer than any clock could make a token fresh. */
const usedTokenReserveMs = 24 * hour;

/** API users get one answer for all. */
export type TokenRefusal =
	| "malformed"
	| "unknown_key"
	| "foreign_merchant"
	| "wrong_environment"
	| "not_opened"
	| "too_old"
	| "before_restore"
	| "no_such_session"
	| "foreign_session"
	| "session_expired";

export class TokenRefused extends Error {
	override readonly name = "TokenRefused";
	readonly reason: TokenRefusal;
	/** The token's merchant, if it is another one. */
	readonly ownerId: number | undefined;

	constructor(reason: TokenRefusal, ownerId?: number) {
		super("The card token cannot be read.");
		this.reason = reason;
		this.ownerId = ownerId;
	}
}

export interface CardSession {
	merchantId: number;
	expiresAt: number;
	language?: string | null;
	browser?: Browser | null;
}

/** 32 hexadecimal digits. */
export type FindCardSession = (sessionId: string) => Promise<CardSession | undefined>;

export interface UsedToken {
	/** SHA-256 of the encapsulated key. */
	fingerprint: Buffer;
	/** ms since 1970: keep it until then. */
	expiresAt: number;
	/** 16 bytes. A session gives one token at most. */
	sessionId: Buffer | undefined;
	language?: string | undefined;
	/** For 3-D Secure; never stored with the charge. */
	browser?: Browser | undefined;
}

export interface OpenTokenOptions {
	keyRing: KeyRing;
	token: unknown;
	merchantId: number;
	environment: Environment;
	findSession: FindCardSession;
	realNow: number;
	businessNow: number;
	tokensFrom?: number;
}

/**
 * @throws TokenRefused
 * @throws CardRefused
 */
export async function openToken(options: OpenTokenOptions): Promise<{ card: Card; usedToken: UsedToken }> {
	const envelope = readEnvelope(options.token);
	if (envelope === undefined) throw new TokenRefused("malformed");
	const key = await options.keyRing.findCardTokenKey(envelope.keyId);
	// Timing does not reveal which keys exist.
	const opened = key ? openEnvelope(envelope, key.recipient) : openForNobody(envelope);
	if (key === undefined) throw new TokenRefused("unknown_key");
	if (key.merchantId !== options.merchantId) throw new TokenRefused("foreign_merchant", key.merchantId);
	if (key.environment !== options.environment) throw new TokenRefused("wrong_environment");
	if (opened === undefined) throw new TokenRefused("not_opened");
	const { sessionId, issuedAt } = opened;
	const ageLimit = sessionId === undefined ? tokenAgeLimitMs : sessionTokenAgeLimitMs;
	if (Math.abs(options.realNow - issuedAt) > ageLimit) throw new TokenRefused("too_old");
	if (issuedAt < (options.tokensFrom ?? 0)) throw new TokenRefused("before_restore");
	const session = sessionId === undefined ? undefined : await getValidSession(options, sessionId);
	return {
		card: acceptCard(opened.card, options.environment, options.businessNow),
		usedToken: {
			fingerprint: fingerprintOf(envelope),
			expiresAt: issuedAt + ageLimit + usedTokenReserveMs,
			sessionId: sessionId === undefined ? undefined : Buffer.from(sessionId, "hex"),
			language: session?.language ?? undefined,
			browser: session?.browser ?? undefined,
		},
	};
}

async function getValidSession(
	{ findSession, merchantId, realNow }: Pick<OpenTokenOptions, "findSession" | "merchantId" | "realNow">,
	sessionId: string,
): Promise<CardSession> {
	const session = await findSession(sessionId);
	if (session === undefined) throw new TokenRefused("no_such_session");
	if (session.merchantId !== merchantId) throw new TokenRefused("foreign_session", session.merchantId);
	if (realNow >= session.expiresAt) throw new TokenRefused("session_expired");
	return session;
}

/** `undefined` for a malformed token. */
export function tokenFingerprint(token: unknown): Buffer | undefined {
	const envelope = readEnvelope(token);
	return envelope && fingerprintOf(envelope);
}

function fingerprintOf(envelope: Envelope): Buffer {
	return hash("sha256", envelope.enc, "buffer");
}

let nobodysKey: ReturnType<typeof recipient> | undefined;

function openForNobody(envelope: Envelope): undefined {
	nobodysKey ??= recipient(generateRecipientKey().privateKey);
	openEnvelope({ ...envelope, keyId: nobodysKey.keyId }, nobodysKey);
	return undefined;
}
