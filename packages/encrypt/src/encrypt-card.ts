import { type CardFields, checkCard } from "@cardseal/card";
import { CardsealError } from "./errors.ts";
import { Nsk } from "./hpke/kem.ts";
import { empty, type Octets, type UnsharedOctets, wipe } from "./hpke/octets.ts";
import * as native from "./hpke/primitives/native.ts";
import * as noble from "./hpke/primitives/noble.ts";
import type { Sender } from "./hpke/sender.ts";
import { x25519Sha256Aes256Gcm as suite } from "./hpke/suite.ts";
import { type PublicKey, parsePublicKey } from "./public-key.ts";
import { encodePlaintext, formatToken, tokenHeader, tokenInfo } from "./token.ts";

export interface EncryptOptions {
	/** ms since 1970; default: the browser's clock. */
	now?: number | undefined;
	/** The session of the hosted form, 32 hexadecimal digits. */
	sessionId?: string | undefined;
}

export interface PreparedKey {
	encryptCard(card: CardFields, options?: EncryptOptions): Promise<string>;
}

interface Context extends Sender {
	header: Octets;
	isNative: boolean;
}

/**
 * Encrypts a card to a merchant's public key. The token (145 characters) can be used once, by that merchant only.
 *
 * @throws CardsealError for an invalid public key, or for the first invalid card field
 * @example
 * const token = await encryptCard("pktest1…", { number: "4242424242424242", month: "08", year: "31", securityCode: "123" });
 */
export async function encryptCard(publicKey: string, card: CardFields, options?: EncryptOptions): Promise<string> {
	const recipient = readPublicKey(publicKey);
	const plaintext = toPlaintext(card, options);
	return seal(await setUp(recipient), plaintext);
}

/**
 * Does the slow key agreement ahead of time, at the form's first focus. Every token has its own agreement.
 *
 * @throws CardsealError for an invalid public key
 */
export function prepare(publicKey: string): PreparedKey {
	const recipient = readPublicKey(publicKey);
	let next: Promise<Context> | undefined = setUp(recipient);
	next.then(rehearse, () => {});
	return {
		async encryptCard(card: CardFields, options?: EncryptOptions) {
			const plaintext = toPlaintext(card, options);
			const context = next ?? setUp(recipient);
			next = undefined;
			return seal(await context, plaintext);
		},
	};
}

/** Makes the browser compile the code before the cardholder submits. */
function rehearse({ isNative }: Context): void {
	const card = { number: "4", month: "01", year: "00", securityCode: "000" };
	for (let i = 0; i < 8; i++) {
		checkCard(card, 0);
		const plaintext = encodePlaintext({ card, issuedAt: 0, sessionId: undefined });
		formatToken(empty, empty, isNative ? empty : noble.seal(new Uint8Array(32), new Uint8Array(12), empty, plaintext));
	}
}

/** Uses WebCrypto if the browser has all of it: X25519 has no feature query. Wipes the ephemeral key. */
async function setUp({ keyId, publicKey }: PublicKey): Promise<Context> {
	const header = tokenHeader(keyId);
	const info = tokenInfo(header);
	const skE = randomOctets(Nsk);
	try {
		return { header, isNative: true, ...(await native.setupBaseS(suite, publicKey, info, skE)) };
	} catch {
		return { header, isNative: false, ...(await noble.setupBaseS(suite, publicKey, info, skE)) };
	} finally {
		wipe(skE);
	}
}

async function seal({ header, enc, seal }: Context, plaintext: UnsharedOctets): Promise<string> {
	const ciphertext = await seal(plaintext);
	wipe(plaintext);
	return formatToken(header, enc, ciphertext);
}

/** Reads each field once: the checked values are the encrypted ones. */
function toPlaintext(card: CardFields, { now = Date.now(), sessionId }: EncryptOptions = {}): UnsharedOctets {
	const { number, month, year, securityCode } = card ?? {};
	const fields = { number, month, year, securityCode };
	const [problem] = checkCard(fields, now);
	if (problem) throw new CardsealError(problem.code, problem.field, problem.message);
	return encodePlaintext({ card: fields, issuedAt: now, sessionId });
}

/** Without this there is no secrecy. */
function randomOctets(length: number): Octets {
	if (typeof globalThis.crypto?.getRandomValues !== "function") {
		throw new CardsealError("no_secure_random", undefined, "This browser has no secure randomness.");
	}
	return globalThis.crypto.getRandomValues(new Uint8Array(length));
}

/** Anyone on the network can change scripts sent over plain HTTP. */
function readPublicKey(publicKey: string): PublicKey {
	const recipient = parsePublicKey(publicKey);
	if (recipient.environment === "live" && globalThis.isSecureContext === false) {
		// biome-ignore lint/suspicious/noConsole: the console is where the developer of the merchant's page looks.
		console.warn("Cardseal: live key without https.");
	}
	return recipient;
}
