import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { protocol, type ToFrame, type ToHost } from "./messages.ts";
import { parseConnect, parseToFrame, parseToHost } from "./parse.ts";

const nonce = "0123456789abcdef0123456789abcdef";
const token = `ct1${"aZ0_-".repeat(29).slice(0, 142)}`;
const options = { locale: "fr-CA", theme: {}, fields: { name: true, postalCode: false }, disabled: false };

const toFrame: ToFrame[] = [
	{ type: "options", options, isDark: true },
	{ type: "options", options: { ...options, theme: { scheme: "dark", accent: "#0f766e", radius: 0 } }, isDark: false },
	{ type: "focus", field: undefined },
	{ type: "focus", field: "securityCode" },
	{ type: "tokenize", id: 1 },
	{ type: "clear" },
];

const toHost: ToHost[] = [
	{ type: "ready" },
	{ type: "size", height: 182 },
	{ type: "title", title: "Informations de la carte" },
	{ type: "change", complete: false, empty: true, invalid: [] },
	{ type: "change", complete: false, empty: false, invalid: ["number", "expiry"] },
	{ type: "brand", brand: "Amex" },
	{ type: "brand", brand: undefined },
	{ type: "focus", field: "number" },
	{ type: "blur", field: "postalCode" },
	{ type: "submit" },
	{ type: "token", id: 1, token, cardholder: {} },
	{ type: "token", id: 2, token, cardholder: { name: "Ana López", postalCode: "M5V 2T6" } },
	{ type: "invalid", id: 3, fields: ["number", "expiry", "securityCode", "name", "postalCode"] },
	{ type: "failed", id: 4, cause: "session" },
	{ type: "failed", id: undefined, cause: "key" },
];

describe("every valid message", () => {
	test.each(toFrame)("to the frame is parsed unchanged: $type", (message) => {
		expect(parseToFrame(structuredClone(message))).toEqual(message);
	});

	test.each(toHost)("to the host is parsed unchanged: $type", (message) => {
		expect(parseToHost(structuredClone(message))).toEqual(message);
	});

	test("to a window is parsed unchanged", () => {
		const connect = { cardseal: "connect", protocol, nonce };
		expect(parseConnect(connect)).toEqual(connect);
	});
});

describe("X-27 no message is parsed from", () => {
	test.each([
		["a greeting of the other kind", { cardseal: "hello", protocol, nonce }],
		["a greeting without a number of its protocol", { cardseal: "connect", protocol: "1", nonce }],
		["a greeting whose nonce is no text", { cardseal: "connect", protocol, nonce: [nonce] }],
		["a greeting with a nonce of a megabyte", { cardseal: "connect", protocol, nonce: nonce.repeat(32_768) }],
		["the text of a greeting", JSON.stringify({ cardseal: "connect", protocol, nonce })],
		["a greeting in a list", [{ cardseal: "connect", protocol, nonce }]],
		["a greeting that is inherited", Object.create({ cardseal: "connect", protocol, nonce })],
	])("%s", (_, message) => {
		expect(parseConnect(message)).toBeUndefined();
	});

	test.each([
		["a field that is none", { type: "focus", field: "__proto__" }],
		["a field in a list", { type: "focus", field: ["number"] }],
		["an id that is no number", { type: "tokenize", id: "1" }],
		["an id that is no whole number", { type: "tokenize", id: 1.5 }],
		["an id that is not a number at all", { type: "tokenize", id: Number.NaN }],
		["options without a language", { type: "options", options: { ...options, locale: undefined } }],
		["options with a language of a megabyte", { type: "options", options: { ...options, locale: "f".repeat(1e6) } }],
		["options whose switch is text", { type: "options", options: { ...options, disabled: "false" } }],
		["options without their fields", { type: "options", options: { ...options, fields: null } }],
		["a message of the other direction", { type: "ready" }],
		["a type that every object has", { type: "constructor" }],
	])("%s, by the frame", (_, message) => {
		expect(parseToFrame(message)).toBeUndefined();
	});

	test.each([
		["a height that covers the page", { type: "size", height: 2_001 }],
		["the same as text", { type: "size", height: "2001" }],
		["a height without end", { type: "size", height: Number.POSITIVE_INFINITY }],
		["a title with a digit", { type: "title", title: "Card 4" }],
		["a brand with a card number", { type: "brand", brand: "4111111111111111" }],
		["a brand with markup", { type: "brand", brand: "<b>Visa</b>" }],
		["a card number that is no text", { type: "focus", field: 4_111_111_111_111_111 }],
		["a card number among the invalid fields", { type: "change", invalid: ["number", "4111111111111111"] }],
		["a card number that names a field", { type: "blur", "4111111111111111": true }],
		["a card number as the cause of a failure", { type: "failed", id: 1, cause: "4111111111111111" }],
		["a token that is none", { type: "token", id: 1, token: "4111111111111111", cardholder: {} }],
		["a token that goes on", { type: "token", id: 1, token: `${token}A`, cardholder: {} }],
		["a token with a line after it", { type: "token", id: 1, token: `${token}\n`, cardholder: {} }],
	])("%s, by the host", (_, message) => {
		expect(parseToHost(message)).toBeUndefined();
	});
});

describe("X-27 a parsed message", () => {
	test("has no more of the cardholder than two short texts", () => {
		const cardholderOf = (cardholder: object) => parseToHost({ type: "token", id: 1, token, cardholder });
		expect(cardholderOf({ name: "Ana", number: "4111" })).toEqual({
			type: "token",
			id: 1,
			token,
			cardholder: { name: "Ana" },
		});
		expect(cardholderOf({ name: "A".repeat(1e6) })).toMatchObject({ cardholder: { name: "A".repeat(255) } });
	});

	test("contains only theme tokens of the right type", () => {
		const theme = { accent: 7, radius: "8px", text: "#000", constructor: "x", toString: "y" };
		expect(parseToFrame({ type: "options", options: { ...options, theme } })).toEqual({
			type: "options",
			options: { ...options, theme: { text: "#000" } },
			isDark: false,
		});
	});

	test("gets nothing from a key named __proto__", () => {
		const message: unknown = JSON.parse(`{"__proto__": {"type": "ready", "cardseal": "connect"}}`);
		expect(parseToHost(message)?.type).toBeUndefined();
		expect(parseConnect(message)).toBeUndefined();
	});
});

/** Random data built from our own names as often as from others, as far as a window can receive it. */
const names = ["type", "id", "field", "fields", "cause", "token", "height", "invalid", "complete", "empty", "options"];
const values = [...toFrame.map(({ type }) => type), ...toHost.map(({ type }) => type), "number", token, "key", nonce];
const junk = fc.oneof(
	fc.anything(),
	fc.dictionary(
		fc.constantFrom(...names, "brand", "cardholder", "locale", "theme", "disabled", "cardseal", "nonce", "protocol"),
		fc.oneof(fc.constantFrom<unknown>(...values, 1, true, undefined, null), fc.anything()),
	),
);

test("X-27 random data is never misread and never throws", () => {
	fc.assert(
		fc.property(junk, (data) => {
			for (const parse of [parseToFrame, parseConnect]) {
				const message = parse(data);
				if (message === undefined) continue;
				// Every parsed message is valid, and its values are those of the data.
				expect(parse(structuredClone(message))).toEqual(message);
				expect(data).toMatchObject("type" in message ? { type: message.type } : { nonce: message.nonce });
			}
		}),
		{ numRuns: 5_000 },
	);
});

test("X-27 of random data, no digit and no markup reaches the page, but as a token, a height, an id or a short text", () => {
	fc.assert(
		fc.property(junk, (data) => {
			const { type, id, height, token, cardholder, ...words } = Object(parseToHost(data));
			expect(JSON.stringify(words)).not.toMatch(/[\d<]/);
			expect(height > 2_000).toBe(false);
			if (token !== undefined) expect(token).toMatch(/^ct1[\w-]{142}$/);
			for (const text of Object.values(cardholder ?? {})) expect(String(text ?? "").length).toBeLessThan(256);
		}),
		{ numRuns: 5_000 },
	);
});
