import { describe, expect, it } from "vitest";
import { z } from "zod";
import { newLookupId } from "./ids.ts";
import { createLog, redact } from "./log.ts";

const token = `ct1${"AQHU9vts1Y5FTz85bm7rG8YA_-".repeat(6).slice(0, 142)}`;
const secret = `sktest${"Ab1".repeat(16)}`;
const jwt = `${"eyJhbGciOiJFZERTQSJ9"}.${"eyJzdWIiOiJhIn0"}.${"c2lnbmF0dXJl"}`;

/** The line that is written for one event. */
function lineOf(...event: [object, string?] | [string]): string {
	let written = "";
	const write = (line: string) => {
		written += line;
	};
	const log = createLog({ level: "trace", destination: { write } });
	(log.info as (...values: unknown[]) => void).apply(log, event);
	return written;
}

/** Card numbers as people and programs write them. */
const spellings = [
	"4111111111111111",
	"4111 1111 1111 1111",
	"4111-1111-1111-1111",
	"4111 1111-1111 1111",
	"4111.1111.1111.1111",
	"378282246310005",
	"3782 822463 10005",
	"30569309025904",
	"6205500000000000004",
	"5555 5555 5555 4444",
	"2223003122003222",
	"6759649826438453",
];

/** Places in which a number gets into a log although nobody wrote it there. */
const places: [string, (number: string) => [object, string?] | [string]][] = [
	["a message", (number) => [`charging ${number} failed`]],
	["a message in quotes", (number) => [`no such card "${number}"`]],
	["a URL", (number) => [{ path: `/transaction-service/${encodeURI(number)}?card=${number}` }]],
	["a header", (number) => [{ headers: { "x-card": number } }]],
	["JSON text", (number) => [{ body: JSON.stringify({ number }) }]],
	["JSON text in JSON text", (number) => [{ body: JSON.stringify(JSON.stringify({ number })) }]],
	["a field of any name", (number) => [{ note: number }]],
	["a deep field", (number) => [{ a: { b: { c: { d: [{ e: number }] } } } }]],
	["a field's name", (number) => [{ [number]: true }]],
	["an error's message", (number) => [{ err: new Error(`duplicate key: (${number})`) }]],
	["an error's cause", (number) => [{ err: new Error("failed", { cause: new Error(`for ${number}`) }) }]],
	["an error's own fields", (number) => [{ err: Object.assign(new Error("failed"), { hint: `Key (${number})` }) }]],
	[
		"a schema's issue",
		(number) => [{ err: z.literal("x", { error: (issue) => `got ${issue.input}` }).safeParse(number).error }],
	],
	["a form", (number) => [{ form: `card=${number}&month=08` }]],
];

describe("the log", () => {
	it.each(places)("P-08 never shows a card number from %s", (_place, eventWith) => {
		for (const number of spellings) {
			const line = lineOf(...eventWith(number));
			expect(line.replace(/[ .-]|%20/g, "")).not.toContain(number.replace(/[^0-9]/g, ""));
			expect(line).toContain("[card number]");
			expect(() => JSON.parse(line)).not.toThrow();
		}
	});

	it("P-08 never shows a card number that somebody logged as a number, though the line is no JSON then", () => {
		expect(lineOf({ note: 4_111_111_111_111_111 })).toContain('"note":[card number]');
	});

	it.each([
		["a card token", token],
		["a client secret of the sandbox", secret],
		["a client secret of a live merchant", secret.replace("sktest", "sklive")],
		["an access token", jwt],
	])("O-46 never shows %s, wherever it stands", (_what, value) => {
		for (const [, eventWith] of places) {
			const line = lineOf(...eventWith(value));
			expect(line).not.toContain(value.slice(10, 30));
			expect(() => JSON.parse(line)).not.toThrow();
		}
	});

	it.each([
		"card_number",
		"cvv2",
		"token",
		"access_token",
		"refresh_token",
		"client_secret",
		"authorization",
		"password",
		"account_number",
	])("P-02 leaves out the field %s, whatever it holds", (name) => {
		for (const event of [{ [name]: "937" }, { request: { [name]: "937" } }, { a: { b: { [name]: "937" } } }]) {
			expect(lineOf(event)).not.toContain("937");
			expect(lineOf(event)).toContain("[redacted]");
		}
	});

	it("keeps what somebody needs who looks for a mistake", () => {
		const event = {
			request_id: "9fK2mQ7xW1aZ3bC4dE5f",
			transaction_id: "41111111111111111111",
			id: 100_001,
			transaction_time: 1_795_219_200_000,
			path: "/transaction-service/transaction/41111111111111111111",
			status: 402,
			ms: 12.5,
			sql_state: "23505",
			address: "2001:db8:4111:1111:1111:1111::1",
			ip: "192.168.111.111",
		};
		expect(JSON.parse(lineOf(event))).toMatchObject(event);
	});

	it("keeps the codes of errors, which say what went wrong", () => {
		const err = Object.assign(new Error("duplicate key"), { code: "23505" });
		expect(JSON.parse(lineOf({ err })).err).toMatchObject({ message: "duplicate key", error_code: "23505" });
		expect(JSON.parse(lineOf({ err: new Error("other") })).err).not.toHaveProperty("error_code");
		expect(JSON.parse(lineOf({ err: "thrown text" })).err).toBe("thrown text");
	});

	it("never shows the row that PostgreSQL complains about", () => {
		const details = { detail: "Failing row contains (1, Ada).", where: "parameter $1 = 'Ada'" };
		expect(lineOf({ err: Object.assign(new Error("violates check"), details) })).not.toContain("Ada");
	});

	it("tells the time in words", () => {
		expect(JSON.parse(lineOf("ready")).time).toMatch(/^\d{4}-\d{2}-\d{2}T[\d:.]+Z$/);
	});
});

describe("redact", () => {
	it.each([
		["a number without its check digit", "4111111111111112"],
		["11 digits", "41111111111"],
		["a time in milliseconds", "1795219200000"],
		["a telephone number", "+1 416 555 0199"],
		["an amount", "4111111.11"],
		["a date and time", "2026-11-21T04:01:41.123Z"],
		["a UUID", "41111111-1111-4111-8111-111111111111"],
	])("leaves %s as it is", (_what, text) => {
		expect(redact(text)).toBe(text);
	});

	it("leaves our ids as they are", () => {
		const ids = Array.from({ length: 10_000 }, newLookupId).join(" ");
		expect(redact(ids)).toBe(ids);
	});

	it("P-08 finds every number in a line of many", () => {
		const line = spellings.join(", ");
		expect(redact(line)).toBe(spellings.map(() => "[card number]").join(", "));
	});

	it.each([
		["digits", "4"],
		["digits and dashes", "4-"],
		["digits and other separators", "4 4. 4-"],
		["beginnings of tokens", "ct1"],
		["beginnings of access tokens", "eyJ"],
		["parts of access tokens", "eyJhbGciOiJFZERTQSJ9."],
	])("X-10 takes a time linear in 100 KB of %s", (_what, part) => {
		const small = part.repeat(Math.ceil(12_500 / part.length));
		const once = fastest(() => redact(small));
		const eightTimes = fastest(() => redact(small.repeat(8)));
		// Quadratic work would take 64 times as long.
		expect(eightTimes).toBeLessThan(once * 30 + 10);
	});
});

/** The least of a few runs in milliseconds: other work on the machine can only add to it. */
function fastest(work: () => unknown): number {
	const times = Array.from({ length: 5 }, () => {
		const startedAt = performance.now();
		work();
		return performance.now() - startedAt;
	});
	return Math.min(...times);
}
