import { readFileSync } from "node:fs";
import { createContext, runInContext } from "node:vm";
import { gzipSync } from "node:zlib";
import { testNumbers } from "@cardseal/card";
import { beforeAll, describe, expect, test } from "vitest";
import { bundleScript } from "../build.ts";
import type * as library from "./index.ts";
import { formatPublicKey, generateRecipientKey, openEnvelope, readEnvelope, recipient } from "./open.ts";

type CardSeal = typeof library & { version: string };

const keys = generateRecipientKey();
const publicKey = formatPublicKey(keys.publicKey, "test");
const card = { number: "4242424242424242", month: "08", year: "31", securityCode: "123" };
const now = Date.UTC(2026, 10, 21);

let script: string;
beforeAll(async () => {
	script = await bundleScript();
});

/** The globals of a page that the language itself lacks. */
const page = (crypto: Partial<Crypto> = globalThis.crypto) =>
	createContext({ crypto, TextEncoder, btoa, Uint8Array, Uint32Array, Uint16Array, ArrayBuffer, DataView });

function load(context = page()): CardSeal {
	runInContext(script, context);
	return runInContext("CardSeal", context);
}

test("two builds give the same bytes", async () => {
	expect(await bundleScript()).toBe(script);
});

test("the file is at most 11 KB after gzip", () => {
	expect(gzipSync(script, { level: 9 }).length).toBeLessThanOrEqual(11 * 1024);
});

test("the file contains neither test numbers nor code that opens tokens", () => {
	for (const { number } of testNumbers) expect(script).not.toContain(number);
	expect(script).not.toMatch(/decapsulate|diffieHellman|node:|createPrivateKey/);
});

describe("the script defines", () => {
	test("one frozen global that no other script replaces", () => {
		const context = page();
		const before = runInContext("Object.getOwnPropertyNames(globalThis)", context);
		load(context);
		const after = runInContext("Object.getOwnPropertyNames(globalThis)", context);
		expect(after.filter((name: string) => !before.includes(name))).toEqual(["CardSeal"]);
		expect(runInContext("Object.isFrozen(CardSeal)", context)).toBe(true);
		expect(() => runInContext("'use strict'; CardSeal = {};", context)).toThrow();
	});

	test("the documented names and the release's number", () => {
		const { version } = JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8"));
		const global = load();
		expect(Object.keys(global).sort()).toEqual([
			"CardsealError",
			"encryptCard",
			"parsePublicKey",
			"prepare",
			"version",
		]);
		expect(global.version).toBe(version);
	});

	test("its first copy, when it is loaded twice", () => {
		const context = page();
		const first = load(context);
		expect(load(context)).toBe(first);
	});

	test("its functions next to those of the card form's script, when that ran first", () => {
		const context = page();
		runInContext(
			"Object.defineProperty(globalThis, 'CardSeal', { value: { mount: 'form' }, configurable: true })",
			context,
		);
		expect(load(context)).toMatchObject({ mount: "form", encryptCard: expect.any(Function) });
		expect(Object.isFrozen(load(context))).toBe(true);
	});

	test("itself, when an element of the page has its name", () => {
		const context = page();
		runInContext("Object.setPrototypeOf(globalThis, { CardSeal: 'an element' });", context);
		expect(load(context)).toHaveProperty("encryptCard");
	});
});

test.each([
	["with WebCrypto", globalThis.crypto],
	["without WebCrypto", { getRandomValues: (octets: never) => globalThis.crypto.getRandomValues(octets) }],
])("the built file makes tokens that open, %s", async (_, crypto) => {
	const { encryptCard, prepare } = load(page(crypto as Crypto));
	const tokens = [await encryptCard(publicKey, card, { now }), await prepare(publicKey).encryptCard(card, { now })];
	for (const token of tokens) {
		const envelope = readEnvelope(token);
		expect(envelope && openEnvelope(envelope, recipient(keys.privateKey))).toMatchObject({ card, issuedAt: now });
	}
});

test("the built file refuses the same input as the sources", async () => {
	const { encryptCard, CardsealError } = load();
	const refusal = encryptCard(publicKey, { ...card, number: "4242424242424241" }, { now });
	await expect(refusal).rejects.toBeInstanceOf(CardsealError);
	await expect(refusal).rejects.toMatchObject({
		name: "CardsealError",
		code: "invalid_number",
		field: "number",
		message: "Check the card number.",
	});
});
