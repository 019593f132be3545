import { type CardFields, testNumbers } from "@cardseal/card";
import { afterEach, describe, expect, test, vi } from "vitest";
import { encryptCard, prepare } from "./encrypt-card.ts";
import { CardsealError } from "./errors.ts";
import * as native from "./hpke/primitives/native.ts";
import * as noble from "./hpke/primitives/noble.ts";
import { x25519Sha256Aes256Gcm as suite } from "./hpke/suite.ts";
import * as publicInterface from "./index.ts";
import { formatPublicKey, generateRecipientKey, openEnvelope, readEnvelope, recipient } from "./open.ts";

const now = Date.UTC(2026, 10, 21);
const card = { number: "4242424242424242", month: "08", year: "31", securityCode: "123" };
const keys = generateRecipientKey();
const merchant = recipient(keys.privateKey);
const publicKey = formatPublicKey(keys.publicKey, "test");

afterEach(() => {
	vi.unstubAllGlobals();
	vi.restoreAllMocks();
});

function open(token: string) {
	const envelope = readEnvelope(token);
	return envelope && openEnvelope(envelope, merchant);
}

const encOf = (token: string) => Buffer.from(readEnvelope(token)?.enc ?? []).toString("hex");

/** The error of a call that must fail. */
async function refusalOf(attempt: () => Promise<unknown> | unknown): Promise<CardsealError> {
	try {
		await attempt();
	} catch (error) {
		if (error instanceof CardsealError) return error;
		throw error;
	}
	throw new Error("It was taken");
}

describe.each([
	["with WebCrypto", globalThis.crypto.subtle],
	["without WebCrypto", undefined],
])("in a browser %s", (_, subtle) => {
	const stub = () => {
		const getRandomValues = vi.fn((octets: Uint8Array<ArrayBuffer>) => webCrypto.getRandomValues(octets));
		vi.stubGlobal("crypto", { subtle, getRandomValues });
		return getRandomValues;
	};
	const webCrypto = globalThis.crypto;

	test.each(testNumbers)("the card $number ($brand) arrives as typed", async ({ number, brand }) => {
		stub();
		const typed = { ...card, number, securityCode: brand === "Amex" ? "1234" : "123" };
		expect(open(await encryptCard(publicKey, typed, { now }))?.card).toEqual(typed);
	});

	test("C-05 every token has its own ephemeral key, and nothing else is random", async () => {
		const getRandomValues = stub();
		const random = vi.spyOn(Math, "random");
		const tokens = await Promise.all(Array.from({ length: 10 }, () => encryptCard(publicKey, card, { now })));
		expect(new Set(tokens.map(encOf)).size).toBe(10);
		expect(getRandomValues).toHaveBeenCalledTimes(10);
		expect(random).not.toHaveBeenCalled();
	});

	test("C-05 the ephemeral private key is wiped before the token is returned", async () => {
		const getRandomValues = stub();
		await encryptCard(publicKey, card, { now });
		const [skE] = getRandomValues.mock.calls[0] ?? [];
		expect(skE).toEqual(new Uint8Array(32));
	});

	test("C-10 a token has 145 characters for cards of any length", async () => {
		stub();
		for (const { number, brand } of testNumbers) {
			const typed = { ...card, number, securityCode: brand === "Amex" ? "1234" : "123" };
			expect(await encryptCard(publicKey, typed, { now })).toMatch(/^ct1[A-Za-z0-9_-]{142}$/);
		}
	});
});

test("both implementations agree on the key, and give the same octets for the same ephemeral key", async () => {
	for (let i = 0; i < 50; i++) {
		const skE = crypto.getRandomValues(new Uint8Array(32));
		const { publicKey: pkR } = generateRecipientKey();
		expect(await native.agree(skE.slice(), pkR)).toEqual(await noble.agree(skE.slice(), pkR));
	}
});

test("both implementations of SetupBaseS seal to the same octets", async () => {
	for (let i = 0; i < 50; i++) {
		const random = (length: number) => crypto.getRandomValues(new Uint8Array(length));
		const [skE, info, pt] = [random(32), random(40), random(48)];
		const { publicKey: pkR } = generateRecipientKey();
		const senders = await Promise.all(
			[native, noble].map(({ setupBaseS }) => setupBaseS(suite, pkR, info, skE.slice())),
		);
		const [one, other] = await Promise.all(senders.map(async ({ enc, seal }) => ({ enc, ct: await seal(pt) })));
		expect(one).toEqual(other);
	}
});

test("a browser without X25519 in WebCrypto makes a token as well", async () => {
	const importKey = vi.spyOn(crypto.subtle, "importKey").mockRejectedValue(new DOMException("", "NotSupportedError"));
	expect(open(await encryptCard(publicKey, card, { now }))?.card).toEqual(card);
	expect(importKey).toHaveBeenCalled();
});

describe("C-05 without secure randomness there is no token", () => {
	test.each([
		["no crypto", undefined],
		["a crypto without getRandomValues", {}],
	])("%s", async (_, crypto) => {
		vi.stubGlobal("crypto", crypto);
		const random = vi.spyOn(Math, "random");
		const { code, field } = await refusalOf(() => encryptCard(publicKey, card, { now }));
		expect({ code, field }).toEqual({ code: "no_secure_random", field: undefined });
		expect(random).not.toHaveBeenCalled();
	});

	test("and a prepared key throws when it is used", async () => {
		vi.stubGlobal("crypto", undefined);
		const prepared = prepare(publicKey);
		expect(await refusalOf(() => prepared.encryptCard(card, { now }))).toMatchObject({ code: "no_secure_random" });
	});
});

describe("a prepared key", () => {
	/** Counts key agreements by their requests for random keys. */
	const agreements = () => vi.spyOn(crypto, "getRandomValues");

	test("C-06 has one agreement ready and makes one more for each further token", async () => {
		const made = agreements();
		const prepared = prepare(publicKey);
		expect(made).toHaveBeenCalledTimes(1);
		const tokens = [];
		for (let i = 1; i <= 5; i++) {
			tokens.push(await prepared.encryptCard(card, { now }));
			expect(made).toHaveBeenCalledTimes(i);
		}
		expect(new Set(tokens.map(encOf)).size).toBe(5);
		expect(tokens.map((token) => open(token)?.card)).toEqual(Array.from({ length: 5 }, () => card));
	});

	test("C-06 never shares an agreement between simultaneous tokens", async () => {
		const prepared = prepare(publicKey);
		const tokens = await Promise.all(Array.from({ length: 5 }, () => prepared.encryptCard(card, { now })));
		expect(new Set(tokens.map(encOf)).size).toBe(5);
	});

	test("keeps its agreement when the card is refused", async () => {
		const made = agreements();
		const prepared = prepare(publicKey);
		await refusalOf(() => prepared.encryptCard({ ...card, month: "13" }, { now }));
		await prepared.encryptCard(card, { now });
		expect(made).toHaveBeenCalledTimes(1);
	});

	test("records the time of encryption, not of preparation", async () => {
		const clock = vi.spyOn(Date, "now").mockReturnValue(now);
		const prepared = prepare(publicKey);
		clock.mockReturnValue(now + 60_000);
		expect(open(await prepared.encryptCard(card))?.issuedAt).toBe(now + 60_000);
	});

	test("is refused at once for an invalid public key", async () => {
		expect(await refusalOf(() => prepare("pktest1"))).toMatchObject({ code: "invalid_public_key" });
	});
});

describe("an invalid card", () => {
	test.each([undefined, null])("B-01 that is missing (%s) is refused like a card without a number", async (nothing) => {
		const error = await refusalOf(() => encryptCard(publicKey, nothing as unknown as CardFields));
		expect(error).toMatchObject({ code: "not_a_numeric_string", field: "number" });
	});

	test.each([
		[{ number: "4242424242424241" }, "number", "invalid_number"],
		[{ number: "4242 4242 4242 4242" }, "number", "not_a_numeric_string"],
		[{ month: "13" }, "month", "invalid_month"],
		[{ year: "2031" }, "year", "invalid_year"],
		[{ year: "25" }, "year", "card_expired"],
		[{ securityCode: "12" }, "securityCode", "invalid_security_code"],
		[{ number: "1", month: "13" }, "number", "invalid_number"],
	])("%j is refused: %s, %s", async (wrong, field, code) => {
		const error = await refusalOf(() => encryptCard(publicKey, { ...card, ...wrong }, { now }));
		expect(error).toMatchObject({ name: "CardsealError", field, code });
	});

	test("is not repeated in its error", async () => {
		const error = await refusalOf(() => encryptCard(publicKey, { ...card, number: "4242424242424241" }, { now }));
		expect(`${error.message} ${error.stack} ${JSON.stringify(error)}`).not.toContain("4242");
	});

	test.each([
		4242424242424242,
		4242424242424242n,
		{ toString: () => "4242424242424242" },
		["4242424242424242"],
		new String("4242424242424242"),
		null,
		undefined,
		" 4242424242424242",
		"4242-4242-4242-4242",
		"+4242424242424242",
		"4e15",
		"４２４２４２４２４２４２４２４２",
		"٤٢٤٢٤٢٤٢٤٢٤٢٤٢٤٢",
	])("B-01 %o is not a string of digits", async (number) => {
		const error = await refusalOf(() => encryptCard(publicKey, { ...card, number } as CardFields, { now }));
		expect(error).toMatchObject({ field: "number", code: "not_a_numeric_string" });
	});

	test("B-01 cannot show one value to the check and another to the encryption", async () => {
		let reads = 0;
		const shifty = {
			...card,
			get number() {
				reads += 1;
				return reads === 1 ? card.number : "0000000000000000";
			},
		};
		expect(open(await encryptCard(publicKey, shifty, { now }))?.card).toEqual(card);
	});

	test("B-03 expires by the given clock", async () => {
		const end = Date.UTC(2031, 8, 1, 12);
		expect(open(await encryptCard(publicKey, card, { now: end - 1 }))?.issuedAt).toBe(end - 1);
		expect(await refusalOf(() => encryptCard(publicKey, card, { now: end }))).toMatchObject({ code: "card_expired" });
	});

	test("B-04 has a code of the wrong length for its brand", async () => {
		const amex = { ...card, number: "378282246310005" };
		expect(await refusalOf(() => encryptCard(publicKey, amex, { now }))).toMatchObject({
			code: "invalid_security_code",
		});
	});
});

describe("options", () => {
	test("the default time is the browser's clock", async () => {
		vi.spyOn(Date, "now").mockReturnValue(now + 5);
		expect(open(await encryptCard(publicKey, card))?.issuedAt).toBe(now + 5);
	});

	test("the session is optional; a given one is in the token", async () => {
		const sessionId = "00000000000000000000000000000001";
		expect(open(await encryptCard(publicKey, card, { now, sessionId: undefined }))?.sessionId).toBeUndefined();
		expect(open(await encryptCard(publicKey, card, { now, sessionId }))?.sessionId).toBe(sessionId);
	});

	test("an invalid session is a programming error", async () => {
		await expect(encryptCard(publicKey, card, { now, sessionId: "x" })).rejects.toThrow(RangeError);
	});
});

describe("E-03 a live key on a page that did not load over HTTPS", () => {
	const live = formatPublicKey(keys.publicKey, "live");
	const warningsOf = (key: string, isSecureContext: boolean | undefined) => {
		vi.stubGlobal("isSecureContext", isSecureContext);
		const warn = vi.spyOn(console, "warn").mockReturnValue();
		prepare(key);
		return warn.mock.calls;
	};

	test("causes a warning on the console", () => {
		expect(warningsOf(live, false)).toEqual([["Cardseal: live key without https."]]);
	});

	test.each([
		["https, or http on this machine", live, true],
		["no page at all, as on a server", live, undefined],
		["a test key", publicKey, false],
	])("causes none: %s", (_, key, isSecureContext) => {
		expect(warningsOf(key, isSecureContext)).toEqual([]);
	});
});

test("C-14 C-15 a page can only encrypt a card: no export, no other mode, no reusable context", () => {
	expect(Object.keys(publicInterface).sort()).toEqual(["CardsealError", "encryptCard", "parsePublicKey", "prepare"]);
});
