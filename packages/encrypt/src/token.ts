import type { CardFields } from "@cardseal/card";
import { ascii, concat, fromHex, I2OSP, type Octets, toHex } from "./hpke/octets.ts";

/**
 * The card token's layout, both ways: the header that names the key, the info that binds the ciphertext to the header,
 * and the plaintext, whose length never tells how long a card's number or code is.
 */

/** Every token begins with it, so that logs, filters and people can tell one. */
export const tokenPrefix = "ct1";

/** "ct1", then 106 bytes in 142 characters of base64url. */
export const tokenLength = 145;

export const tokenVersion = 1;
export const tokenSuite = 1;

/** Version, suite and key id: the first 10 bytes of a token's body. */
export const headerLength = 10;

const numberLength = 10;
const codeLength = 2;
const noSession = "0".repeat(32);
const paddingLength = 11;
const plaintextLayout = 1;

/** 2^48 - 1 ms, in the year 10889. */
const latestIssue = 2 ** 48 - 1;

/** What a token holds. */
export interface TokenContent {
	card: CardFields;
	/** ms since 1970 by the clock of the browser that made the token. */
	issuedAt: number;
	/** The session of the hosted form, 32 hexadecimal digits; `undefined` when there is none. */
	sessionId: string | undefined;
}

export function tokenHeader(keyId: string): Octets {
	return concat(Uint8Array.of(tokenVersion, tokenSuite), fromHex(keyId));
}

/**
 * The info of RFC 9180 §5.1. It holds the header, so that a token whose version, suite or key id was edited does not
 * open. Every part has a fixed width, so no two headers give the same info.
 */
export function tokenInfo(header: Octets): Octets {
	return concat(ascii("cardseal/card-token/v1"), header);
}

/** The token's text: "ct1" and the body in base64url without padding. */
export function formatToken(header: Octets, enc: Octets, ciphertext: Octets): string {
	const base64 = btoa(String.fromCharCode(...concat(header, enc, ciphertext)));
	return tokenPrefix + base64.replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}

/**
 * The 48 bytes that are sealed.
 *
 * @throws RangeError when the time or the session cannot be written down: an error of the caller, not of the cardholder
 */
export function encodePlaintext({ card, issuedAt, sessionId = noSession }: TokenContent): Octets {
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

/** Two decimal digits a byte, filled up with nibbles F. */
function packDigits(digits: string, bytes: number): Octets {
	return fromHex(digits.padEnd(2 * bytes, "f"));
}

/**
 * The 48 bytes in hexadecimal, where a decimal digit is a character. The look-behinds say where number and code end,
 * filling included.
 */
const plaintextPattern =
	/^01(?<number>\d*)f*(?<=^.{22})(?<month>\d\d)(?<year>\d\d)(?<code>\d*)f*(?<=^.{30})(?<issuedAt>.{12})(?<session>.{32})0{22}$/;

/** What {@link encodePlaintext} wrote, or `undefined` when the bytes break its layout anywhere. */
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
