import { hash } from "node:crypto";
import { type Envelope, generateRecipientKey, openEnvelope, readEnvelope, recipient } from "@cardseal/encrypt/open";
import { acceptCard, type Card, type Environment } from "../cards/card.ts";
import type { KeyRing } from "../keys/key-ring.ts";

const hour = 3_600_000;

/** How far a token's time of issue may be from ours, either way: browsers' clocks are wrong by hours quite often. */
const tokenAgeLimitMs = 24 * hour;

/** The hosted form was told our time with its session, so its tokens have less room. */
const sessionTokenAgeLimitMs = hour;

/** A used fingerprint stays a day longer than any clock could make its token fresh. */
const usedTokenReserveMs = 24 * hour;

/** Why a token was refused, for logs and audit: the outside gets one answer for all of these. */
export type TokenRefusal =
	| "malformed"
	| "unknown_key"
	| "foreign_merchant"
	| "wrong_environment"
	| "not_opened"
	| "too_old"
	| "no_such_session"
	| "foreign_session"
	| "session_over";

/** A card token that cannot be read. */
export class TokenRefused extends Error {
	override readonly name = "TokenRefused";
	readonly reason: TokenRefusal;

	constructor(reason: TokenRefusal) {
		super("The card token cannot be read.");
		this.reason = reason;
	}
}

/** A session of the hosted card form, as whoever opened it knows it. */
export interface CardSession {
	merchantId: number;
	/** Real time, ms since 1970: from then on the session is over. */
	expiresAt: number;
}

/** Looks a session up by its id, 32 hexadecimal digits. It is asked about tokens that carry one, and no others. */
export type FindCardSession = (sessionId: string) => Promise<CardSession | undefined>;

/** What makes a token usable once. */
export interface UsedToken {
	/** SHA-256 of the encapsulated key: the same for every way to write the token, and worthless to a thief. */
	fingerprint: Buffer;
	/** ms since 1970: no earlier may the fingerprint be forgotten. */
	expiresAt: number;
	/** The session that the token came out of, 16 bytes: one token is all it may give. */
	sessionId: Buffer | undefined;
}

export interface OpenTokenOptions {
	keyRing: KeyRing;
	token: unknown;
	merchantId: number;
	environment: Environment;
	findSession: FindCardSession;
	/** Real time, ms since 1970: what the token's age is held against. */
	realNow: number;
	/** Business time, ms since 1970: what the card's expiry is held against. */
	businessNow: number;
}

/**
 * Opens a card token for the merchant whose key it names.
 *
 * @throws TokenRefused for anything wrong with the token
 * @throws CardRefused for anything wrong with the card in it
 */
export async function openToken(options: OpenTokenOptions): Promise<{ card: Card; usedToken: UsedToken }> {
	const envelope = readEnvelope(options.token);
	if (envelope === undefined) throw new TokenRefused("malformed");
	const key = await options.keyRing.findCardTokenKey(envelope.keyId);
	// An unknown key costs the same arithmetic as a known one, so that time does not tell which keys exist.
	const opened = key ? openEnvelope(envelope, key.recipient) : openForNobody(envelope);
	if (key === undefined) throw new TokenRefused("unknown_key");
	if (key.merchantId !== options.merchantId) throw new TokenRefused("foreign_merchant");
	if (key.environment !== options.environment) throw new TokenRefused("wrong_environment");
	if (opened === undefined) throw new TokenRefused("not_opened");
	const { sessionId, issuedAt } = opened;
	const ageLimit = sessionId === undefined ? tokenAgeLimitMs : sessionTokenAgeLimitMs;
	if (Math.abs(options.realNow - issuedAt) > ageLimit) throw new TokenRefused("too_old");
	if (sessionId !== undefined) await requireLivingSession(options, sessionId);
	return {
		card: acceptCard(opened.card, options.environment, options.businessNow),
		usedToken: {
			fingerprint: fingerprintOf(envelope),
			expiresAt: issuedAt + ageLimit + usedTokenReserveMs,
			sessionId: sessionId === undefined ? undefined : Buffer.from(sessionId, "hex"),
		},
	};
}

async function requireLivingSession(
	{ findSession, merchantId, realNow }: Pick<OpenTokenOptions, "findSession" | "merchantId" | "realNow">,
	sessionId: string,
): Promise<void> {
	const session = await findSession(sessionId);
	if (session === undefined) throw new TokenRefused("no_such_session");
	if (session.merchantId !== merchantId) throw new TokenRefused("foreign_session");
	if (realNow >= session.expiresAt) throw new TokenRefused("session_over");
}

/** The fingerprint of a token that may not even open, to recognise a repeated request. `undefined` when it is malformed. */
export function tokenFingerprint(token: unknown): Buffer | undefined {
	const envelope = readEnvelope(token);
	return envelope && fingerprintOf(envelope);
}

function fingerprintOf(envelope: Envelope): Buffer {
	return hash("sha256", envelope.enc, "buffer");
}

let nobodysKey: ReturnType<typeof recipient> | undefined;

/** Does all the work of opening, with a key that no token was ever encrypted to. */
function openForNobody(envelope: Envelope): undefined {
	nobodysKey ??= recipient(generateRecipientKey().privateKey);
	openEnvelope({ ...envelope, keyId: nobodysKey.keyId }, nobodysKey);
	return undefined;
}
