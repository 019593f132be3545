import { randomBytes } from "node:crypto";

/** Digits and letters without meaning to URLs, shells or forms. */
export const base62 = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

/** Random bytes are drawn for many ids at once: a system call for each would cost more than the id. */
const poolBytes = 4096;
let pool = Buffer.alloc(0);
let position = 0;

function nextByte(): number {
	if (position >= pool.length) {
		pool = randomBytes(poolBytes);
		position = 0;
	}
	return pool.readUInt8(position++);
}

/** `length` characters of [0-9A-Za-z], each drawn evenly from the system's generator. */
export function randomAlphanumeric(length: number): string {
	return randomText(length, base62);
}

/** `length` digits, each drawn evenly from the system's generator. */
export function randomDigits(length: number): string {
	return randomText(length, "0123456789");
}

/** What a bank knows a payment by: 19 capitals and digits, 98 bits, as our own ids have small letters and are longer. */
export function newBankReference(): string {
	return randomText(19, "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ");
}

function randomText(length: number, alphabet: string): string {
	// Bytes from here on would make the first letters of the alphabet more likely than the last ones.
	const firstBiasedByte = 256 - (256 % alphabet.length);
	let text = "";
	while (text.length < length) {
		const byte = nextByte();
		if (byte < firstBiasedByte) text += alphabet[byte % alphabet.length];
	}
	return text;
}

/** A number from 0 up to 1, not included, in steps of 1/65536: for spreading things out in time. */
export function randomFraction(): number {
	return (nextByte() * 256 + nextByte()) / 65_536;
}

/** An identifier for paths and answers: 20 characters, 119 bits, so that nobody guesses another's. */
export function newLookupId(): string {
	return randomAlphanumeric(20);
}

const lookupIdPattern = /^[0-9A-Za-z]{20}$/;
const numericIdPattern = /^[1-9][0-9]{0,15}$/;

/** Whether `text` has the form of a lookup id. */
export function isLookupId(text: string): boolean {
	return lookupIdPattern.test(text);
}

/** The number that `text` writes, when it has the form of a numeric id (at most 2^53). */
export function parseNumericId(text: string): number | undefined {
	if (!numericIdPattern.test(text)) return undefined;
	const id = Number(text);
	return Number.isSafeInteger(id) ? id : undefined;
}
