import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { decodeBech32m, encodeBech32m } from "./bech32m.ts";
import { CardsealError } from "./errors.ts";
import { generateRecipientKey } from "./open.ts";
import { formatPublicKey, keyIdOf, parsePublicKey } from "./public-key.ts";

const letters = "qpzry9x8gf2tvdw0s3jn54khce6mua7l";
const { publicKey: point } = generateRecipientKey();
const key = formatPublicKey(point, "test");

/** The message for a refused string; asserts that it is refused correctly. */
function refusalOf(text: unknown): string {
	try {
		parsePublicKey(text as string);
	} catch (error) {
		if (!(error instanceof CardsealError)) throw error;
		expect([error.code, error.field]).toEqual(["invalid_public_key", "publicKey"]);
		return error.message;
	}
	throw new Error("It was taken");
}

function isRefused(text: string): boolean {
	try {
		parsePublicKey(text);
		return false;
	} catch {
		return true;
	}
}

const substitute = (text: string, at: number, letter: string) => text.slice(0, at) + letter + text.slice(at + 1);

describe("a key string", () => {
	test("of either environment holds the key", () => {
		fc.assert(
			fc.property(fc.constantFrom("test", "live"), (environment) => {
				const { publicKey } = generateRecipientKey();
				const text = formatPublicKey(publicKey, environment);
				expect(text).toMatch(/^pk(test|live)1[a-z0-9]{61}$/);
				expect(parsePublicKey(text)).toEqual({ environment, suite: 1, keyId: keyIdOf(publicKey), publicKey });
			}),
			{ numRuns: 20 },
		);
	});

	test("E-01 is the same key in upper case", () => {
		expect(parsePublicKey(key.toUpperCase())).toEqual(parsePublicKey(key));
	});

	test.each([` ${key}`, `${key}\n`, `\t${key}\r\n`, `\u00a0${key}\ufeff`])(
		"E-02 may have surrounding white space: %j",
		(text) => {
			expect(parsePublicKey(text)).toEqual(parsePublicKey(key));
		},
	);
});

describe("E-01 each mistake has its own message", () => {
	const withBytes = (...bytes: number[]) => encodeBech32m("pktest", Uint8Array.from([...bytes, ...point]));

	const mistakes: [string, unknown, string][] = [
		["no string", { toString: () => key }, "is not a string"],
		["nothing", "", "does not begin with pktest1 or pklive1"],
		["another word in front", key.replace("pktest", "pkprod"), "does not begin with pktest1 or pklive1"],
		["mixed case", substitute(key, 20, "Q"), "mixes upper and lower case"],
		["a wrong character", substitute(key, 30, key[30] === "q" ? "p" : "q"), "its checksum does not fit"],
		["the other environment in front", key.replace("pktest", "pklive"), "its checksum does not fit"],
		["a character that none of the 32 is", substitute(key, 30, "b"), "its checksum does not fit"],
		["the end missing", key.slice(0, -1), "has 67 characters, not 68"],
		["two keys", key + key, "has 136 characters, not 68"],
		["another version", withBytes(2, 1), "has a version unknown to this release"],
		["another suite", withBytes(1, 2), "has a suite unknown to this release"],
		["a byte too many", withBytes(1, 1, 0), "holds 33 bytes, not 32"],
		["a point of low order", formatPublicKey(new Uint8Array(32), "test"), "is a point of low order"],
	];

	test.each(mistakes)("%s", (_, text, message) => {
		expect(refusalOf(text)).toContain(message);
	});

	test("E-02 with white space inside is refused", () => {
		expect(refusalOf(`${key.slice(0, 30)} ${key.slice(30)}`)).toContain("has 69 characters");
	});
});

describe("E-05 a secret key in place of a public one is refused with a warning", () => {
	const secret = "4kQ7vNq2YxT0sLbR9dWmZ8uHfJ3cPaE6gKoV5iXnB1tD";

	test.each([`sktest_${secret}`, `sklive_${secret}`, `sklive${secret}`, ` SKLIVE_${secret}`, `sk_live_${secret}`])(
		"%s",
		(text) => {
			const message = refusalOf(text);
			expect(message).toContain("IS A SECRET KEY. REVOKE IT NOW");
			expect(message).not.toContain(secret);
		},
	);
});

describe("E-04 a mistyped key is never another key", () => {
	// Saves the stack traces of thousands of refusals.
	const { stackTraceLimit } = Error;
	beforeEach(() => {
		Error.stackTraceLimit = 0;
	});
	afterEach(() => {
		Error.stackTraceLimit = stackTraceLimit;
	});

	/** Every text that differs from this one in one bech32 character, from a position on. */
	function* substitutions(text: string, from: number): Generator<{ at: number; changed: string }> {
		for (let at = from; at < text.length; at++) {
			for (const letter of letters) {
				if (letter !== text[at]) yield { at, changed: substitute(text, at, letter) };
			}
		}
	}

	/** With a valid prefix the checksum decides, so it is called directly: three times as fast. */
	const isTaken = (text: string) =>
		text.startsWith("pktest1") ? decodeBech32m("pktest", text) !== undefined : !isRefused(text);

	test("every substitution of one character is refused", () => {
		const changed = [...substitutions(key, 0)].map((one) => one.changed);
		expect(changed.length).toBeGreaterThan(68 * 31);
		expect(changed.filter((text) => !isRefused(text))).toEqual([]);
	});

	/**
	 * The checksum is linear over the field of 32 elements: multiplying two errors by the same element does not change
	 * their detection. So the first error is 1 at each position, and the second takes every value.
	 */
	test("every substitution of two characters behind the prefix is refused", () => {
		const taken = [];
		for (let at = "pktest1".length; at < key.length; at++) {
			const one = substitute(key, at, letters[letters.indexOf(key[at] ?? "") ^ 1] ?? "");
			for (const two of substitutions(one, at + 1)) if (isTaken(two.changed)) taken.push(two.changed);
		}
		expect(taken).toEqual([]);
	});

	test("20,000 substitutions of three or four characters are refused", () => {
		const change = fc.record({ at: fc.nat(67), letter: fc.constantFrom(...letters) });
		const changes = fc.uniqueArray(change, { minLength: 3, maxLength: 4, selector: ({ at }) => at });
		fc.assert(
			fc.property(changes, (made) => {
				const changed = made.reduce((text, { at, letter }) => substitute(text, at, letter), key);
				return changed === key || isRefused(changed);
			}),
			{ numRuns: 20_000 },
		);
	});
});

describe("the key id", () => {
	test("is the hash of the suite and the key, truncated to eight bytes", async () => {
		const hashed = Buffer.concat([Buffer.from("cardseal key id v1"), Buffer.of(1), point]);
		const hash = new Uint8Array(await crypto.subtle.digest("SHA-256", hashed));
		expect(keyIdOf(point)).toBe(Buffer.from(hash.subarray(0, 8)).toString("hex"));
	});

	test("is the same in both environments, since it names the key and not the string", () => {
		expect(parsePublicKey(formatPublicKey(point, "live")).keyId).toBe(parsePublicKey(key).keyId);
	});
});
