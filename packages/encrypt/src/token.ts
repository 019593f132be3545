import type { CardFields } from "@cardseal/card";
import { ascii, concat, fromHex, I2OSP, type Octets, toHex, type UnsharedOctets } from "./hpke/octets.ts";

/** The info binds the ciphertext to the header; the plaintext's fixed length hides the lengths of number and code. */

export const tokenPrefix = "ct1";

/** "ct1", then 106 bytes in 142 characters of base64url. */
export const tokenLength = 145;

export const tokenVersion = 1;
export const tokenSuite = 1;

/** Version, suite and key id. */
export const headerLength = 10;

const numberLength = 10;
const codeLength = 2;
const noSession = "0".repeat(32);
const paddingLength = 11;
const plaintextLayout = 1;

/** 2^48 - 1 ms, in the year 10889. */
const latestIssue = 2 ** 48 - 1;

export interface TokenContent {
	card: CardFields;
	/** By the browser's clock. */
	issuedAt: number;
	sessionId: string | undefined;
}

export function tokenHeader(keyId: string): Octets {
	return concat(Uint8Array.of(tokenVersion, tokenSuite), fromHex(keyId));
}

/** RFC 9180 §5.1. A token with an edited version, suite or key id does not open. */
export function tokenInfo(header: Octets): Octets {
	return concat(ascii("cardseal/card-token/v1"), header);
}

export function formatToken(header: Octets, enc: Octets, ciphertext: Octets): string {
	const base64 = btoa(String.fromCharCode(...concat(header, enc, ciphertext)));
	return tokenPrefix + base64.replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}

/** @throws RangeError for an invalid time or session */
export function encodePlaintext({ card, issuedAt, sessionId = noSession }: TokenContent): UnsharedOctets {
	if (!(issuedAt >= 0 && issuedAt <= latestIssue)) throw new RangeError("now: not ms since 1970");
	if (!/^[0-9a-f]{32}$/i.test(sessionId)) throw new RangeError("sessionId: not 32 hex digits");
	return concat(
		Uint8Array.of(plaintextLayout),
		packDigits(card.number, numberLength),
		packDigits(card.month + card.year, 2),
		packDigits(card.securityCode, codeLength),
		I2OSP(issuedAt, 6),
		fromHex(sessionId),
		new Uint8Array(paddingLength),
	);
}

/** Padded with nibbles F. */
function packDigits(digits: string, bytes: number): Octets {
	return fromHex(digits.padEnd(2 * bytes, "f"));
}

/** The look-behinds find the ends of number and code. */
const plaintextPattern =
	/^01(?<number>\d*)f*(?<=^.{22})(?<month>\d\d)(?<year>\d\d)(?<code>\d*)f*(?<=^.{30})(?<issuedAt>.{12})(?<session>.{32})0{22}$/;

/** `undefined` for an invalid layout. */
export function decodePlaintext(plaintext: Octets): TokenContent | undefined {
	const fields = plaintextPattern.exec(toHex(plaintext))?.groups;
	if (!fields) return undefined;
	const { number = "", month = "", year = "", code = "", issuedAt = "", session = "" } = fields;
	return {
		card: { number, month, year, securityCode: code },
		issuedAt: Number.parseInt(issuedAt, 16),
		sessionId: session === noSession ? undefined : session,
	};
}
