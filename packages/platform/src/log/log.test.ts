import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { newLookupId } from "../ids.ts";
import { createLog } from "./log.ts";
import { redact } from "./redact.ts";

const token = `ct1${"AQHU9vts1Y5FTz85bm7rG8YA_-".repeat(6).slice(0, 142)}`;
const secret = `sktest${"Ab1".repeat(16)}`;
const jwt = `${"eyJhbGciOiJFZERTQSJ9"}.${"eyJzdWIiOiJhIn0"}.${"c2lnbmF0dXJl"}`;

/** Returns the line that one event writes. */
function lineOf(...event: [object, string?] | [string]): string {
	let written = "";
	const write = (line: string) => {
		written += line;
	};
	const log = createLog({ level: "trace", destination: { write } });
	(log.info as (...values: unknown[]) => void).apply(log, event);
	return written;
}

/** Card numbers in the forms that people and programs write. */
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
	"4111  1111  1111  1111",
	"4111 - 1111 - 1111 - 1111",
	"4111_1111_1111_1111",
	"4111,1111,1111,1111",
	"4111/1111/1111/1111",
	"4111\t1111\n1111\r1111",
	"4111\u000b1111\b1111\f1111",
	"4111\n\n1111 \n1111\n - \n1111",
	'4111"""1111\\\\\\1111"\\"1111',
	"4111\u200b\u200b\n\u200b1111\u0301\u0301\u0301\n1111\uff58\n1111",
	"4111\u00a01111\u00a01111\u00a01111",
	"4111\u20111111\u20111111\u20111111",
	"4111\u200b1111\u200b1111\u200b1111",
	"\uff14\uff11\uff11\uff11\uff11\uff11\uff11\uff11\uff11\uff11\uff11\uff11\uff11\uff11\uff11\uff11",
];

/** Fields that may contain a card number by accident. */
const texts: [string, (number: string) => [object, string?] | [string]][] = [
	["a message", (number) => [`charging ${number} failed`]],
	["a message in quotes", (number) => [`no such card "${number}"`]],
	["a message beside fields", (number) => [{ status: 402 }, `charging ${number} failed`]],
	["a path", (number) => [{ path: `/transaction-service/${number}` }]],
	["a list", (number) => [{ mails: [number] }]],
	["an error's message", (number) => [{ err: new Error(`duplicate key: (${number})`) }]],
	["an error's cause", (number) => [{ err: new Error("failed", { cause: new Error(`for ${number}`) }) }]],
	["a thrown text", (number) => [{ err: `duplicate key: (${number})` }]],
	[
		"a schema's issue",
		(number) => [
			{
				err: new Error(
					z.literal("x", { error: (issue) => `got ${issue.input}` }).safeParse(number).error?.issues[0]?.message,
				),
			},
		],
	],
];

/** Fields that no line contains. */
const unlisted: [string, (value: unknown) => [object]][] = [
	["a field that is not listed", (value) => [{ note: value }]],
	["a deep field", (value) => [{ a: { b: { c: { d: [{ e: value }] } } } }]],
	["an object in a listed field", (value) => [{ path: { card: value } }]],
	["a field's name", (value) => [{ [String(value)]: true }]],
	[
		"an error's own fields",
		(value) => [{ err: Object.assign(new Error("failed"), { hint: value, detail: value, where: value }) }],
	],
];

describe("the log", () => {
	test.each(texts)("P-08 redacts a card number from %s", (_place, eventWith) => {
		for (const number of spellings) {
			const line = lineOf(...eventWith(number));
			const plain = line.normalize("NFKC").replace(/[ .-]/g, "");
			expect(plain).not.toContain(number.normalize("NFKC").replace(/[^0-9]/g, ""));
			expect(line).toContain("[card number]");
			expect(() => JSON.parse(line)).not.toThrow();
		}
	});

	test.each(unlisted)("P-02 omits the value of %s", (_place, eventWith) => {
		for (const value of ["4111111111111111", "937", "Ada", token, secret, jwt]) {
			const { time: _digits, ...logged } = JSON.parse(lineOf(...eventWith(value)));
			expect(JSON.stringify({ ...logged, err: logged.err?.message })).not.toContain(value);
		}
	});

	test("P-08 redacts a card number logged as a number", () => {
		expect(JSON.parse(lineOf({ status: 4_111_111_111_111_111 }))).toMatchObject({ status: "[card number]" });
	});

	test("P-08 redacts a percent-encoded card number in a path", () => {
		for (const path of [
			"/4111%201111%201111%201111",
			"/%34111111111111111",
			"/4111%E2%80%8B1111%E2%80%8B1111%E2%80%8B1111",
		]) {
			const logged = JSON.parse(lineOf({ path })).path;
			expect(logged).toContain("[card number]");
			expect(logged).not.toContain("1111");
		}
	});

	test.each([
		["a card token", token],
		["a client secret of the sandbox", secret],
		["a client secret of a live merchant", secret.replace("sktest", "sklive")],
		["an access token", jwt],
	])("O-46 redacts %s in any text", (_what, value) => {
		for (const [, eventWith] of texts) {
			const line = lineOf(...eventWith(value));
			expect(line).not.toContain(value.slice(10, 30));
			expect(() => JSON.parse(line)).not.toThrow();
		}
	});

	test.each([
		"card_number",
		"cvv2",
		"token",
		"access_token",
		"refresh_token",
		"client_secret",
		"authorization",
		"password",
		"account_number",
		"transit_number",
		"institution_number",
		"accountNumber",
	])("P-02 omits the field %s", (name) => {
		const { time: _digits, ...logged } = JSON.parse(lineOf({ [name]: "937", status: 402 }, "kept"));
		expect(logged).toEqual({ level: 30, status: 402, msg: "kept" });
	});

	test("P-02 a field that is not allowed is a type error", () => {
		const lines: string[] = [];
		const log = createLog({ level: "info", destination: { write: (line) => void lines.push(line) } });
		// @ts-expect-error: only allowed fields have a type.
		log.info({ event: "evt_1", email: "ada@example.com" }, "written");
		expect(lines.map((line) => JSON.parse(line))).toMatchObject([{ event: "evt_1", msg: "written" }]);
		expect(lines.join("")).not.toContain("ada@");
	});

	test("keeps the ids, times and addresses that explain an error", () => {
		const event = {
			request_id: "9fK2mQ7xW1aZ3bC4dE5f",
			transaction_id: "4111111111111x111111",
			subscription_id: 100_001,
			frozen_until: 1_795_219_200_000,
			path: "/transaction-service/transaction/4111111111111x111111",
			status: 402,
			ms: 12.5,
			problem: "no answer from 2001:db8:4111:1111:1111:1112::1",
			database: "connection received from 192.168.111.111",
		};
		expect(JSON.parse(lineOf(event))).toMatchObject(event);
	});

	test("keeps the type of an error, and each error that an aggregate collected", () => {
		const failures = [new TypeError("the bank account 42 cannot be decrypted"), new RangeError("too late")];
		const line = lineOf({ err: new AggregateError(failures, "Some bank payments failed.") });
		expect(line).toContain('"type":"AggregateError"');
		expect(line).toContain("the bank account 42 cannot be decrypted");
		expect(line).toContain('"type":"TypeError"');
		expect(line).toContain("too late");
	});

	test("keeps error codes", () => {
		const err = Object.assign(new Error("duplicate key"), { code: "23505" });
		expect(JSON.parse(lineOf({ err })).err).toMatchObject({ message: "duplicate key", error_code: "23505" });
		expect(JSON.parse(lineOf({ err: new Error("other") })).err).not.toHaveProperty("error_code");
		expect(JSON.parse(lineOf({ err: "thrown text" })).err).toBe("thrown text");
	});

	test("omits the row in a PostgreSQL error", () => {
		const details = { detail: "Failing row contains (1, Ada).", where: "parameter $1 = 'Ada'" };
		expect(lineOf({ err: Object.assign(new Error("violates check"), details) })).not.toContain("Ada");
	});

	test("writes the time in ISO 8601", () => {
		expect(JSON.parse(lineOf("ready")).time).toMatch(/^\d{4}-\d{2}-\d{2}T[\d:.]+Z$/);
	});
});

describe("standard output", () => {
	/** Runs statements in a process that writes 3,000 lines, and returns its output. */
	async function linesOf(statements: string): Promise<string[]> {
		const script = `
			import { createLog } from ${JSON.stringify(new URL("log.ts", import.meta.url).href)};
			const log = createLog({ level: "info" });
			const write = (from, to) => { for (let line = from; line < to; line++) log.info({ status: line, path: "x".repeat(300) }); };
			${statements}`;
		const flags = ["--conditions=source", "--input-type=module", "--eval", script];
		// A failed process has written its lines too.
		const run = promisify(execFile)(process.execPath, flags, { maxBuffer: 4_000_000 });
		const { stdout } = await run.catch((failure: { stdout: string }) => failure);
		return stdout.split("\n");
	}

	test.each([
		["comes to its end", "write(0, 3_000)"],
		["exits", "write(0, 3_000); process.exit(1)"],
		["exits later", "write(0, 2_000); setImmediate(() => { write(2_000, 3_000); process.exit(0) })"],
		["throws what nobody catches", "write(0, 2_000); setImmediate(() => { write(2_000, 3_000); throw new Error() })"],
		["rejects what nobody catches", "write(0, 3_000); await Promise.reject(new Error())"],
		[
			"is told to stop",
			`const running = setInterval(() => undefined, 1_000);
			process.once("SIGTERM", () => { write(2_000, 3_000); clearInterval(running); });
			write(0, 2_000);
			process.kill(process.pid, "SIGTERM")`,
		],
	])("has every line, complete and in order, of a process that %s", async (_how, statements) => {
		const lines = await linesOf(statements);
		expect(lines.pop()).toBe("");
		expect(lines.map((line) => JSON.parse(line).status)).toEqual(Array.from({ length: 3_000 }, (_, line) => line));
	});
});

describe("redact", () => {
	test.each([
		["a number without its check digit", "4111111111111112"],
		["11 digits", "41111111111"],
		["a time in milliseconds", "1795219200000"],
		["a telephone number", "+1 416 555 0199"],
		["an amount", "4111111.11"],
		["a date and time", "2026-11-21T04:01:41.123Z"],
		["a UUID", "41111111-1111-4111-8111-111111111111"],
	])("leaves %s unchanged", (_what, text) => {
		expect(redact(text)).toBe(text);
	});

	test.each([
		String.raw`declined: 4111\n1111\n1111\n1111`,
		String.raw`declined: 4\u002d111\u002d1111\u002d1111\u002d1111`,
	])("P-08 finds a card number between the escapes of JSON: %s", (text) => {
		expect(redact(text)).toContain("[card number]");
	});

	test.each(["password", "current_password", "new_password", "token", "payment_token", "code", "code_verifier"])(
		"P-02 redacts the field %s in text that quotes a body",
		(name) => {
			expect(redact(`refused {"${name}": "horse battery", "amount": 10}`)).toBe(
				`refused {"${name}":[secret]", "amount": 10}`,
			);
		},
	);

	test("P-08 hides the secret fields of a quoted body", () => {
		const body = String.raw`the processor refused {"cvv2":"123","amount":10,\"password\": \"horse battery\"}`;
		expect(redact(body)).toBe(String.raw`the processor refused {"cvv2":[secret]","amount":10,\"password\":[secret]\"}`);
	});

	test("leaves ids unchanged", () => {
		const ids = Array.from({ length: 10_000 }, newLookupId).join(" ");
		expect(redact(ids)).toBe(ids);
	});

	test("P-08 redacts every card number in a line", () => {
		const line = spellings.join(", ");
		expect(redact(line)).toBe(spellings.map(() => "[card number]").join(", "));
	});

	test.each([
		["digits", "4"],
		["digits and dashes", "4-"],
		["digits and other separators", "4 4. 4-"],
		["digits and encoded separators", "4%20"],
		["encoded digits", "%34"],
		["digits and escaped signs", '4"\n '],
		["digits and unseen signs", "4\0"],
		["digits and backslashes", "4\\\\\\"],
		["beginnings of card tokens", "ct1"],
		["beginnings of card tokens and dashes", "ct1-"],
		["beginnings of client secrets", "sktest"],
		["beginnings of access tokens", "eyJ"],
		["beginnings of access tokens and dashes", "eyJ-"],
		["beginnings of access tokens after dashes and dots", "-.eyJ"],
		["parts of access tokens", "eyJhbGciOiJFZERTQSJ9."],
		["short words and dots", "a."],
		["line ends", "4\n"],
	])("X-10 takes linear time in the length of %s", (_what, part) => {
		const small = part.repeat(Math.ceil(8_192 / part.length));
		const once = fastest(() => lineOf({ path: `${small}x` }));
		// Quadratic work would take 64 times as long.
		const limitMs = once * 40 + 20;
		expect(fastest(() => lineOf({ path: `${small.repeat(8)}x` }), limitMs)).toBeLessThan(limitMs);
	});

	test.each([
		["a dash", "-"],
		["an underscore", "_"],
		["a letter", "x"],
		["a dot", "."],
	])("O-46 redacts tokens and secrets after %s", (_what, before) => {
		for (const value of [token, secret, jwt]) expect(redact(before + value)).not.toContain(value.slice(10, 30));
	});
});

/**
 * Returns the shortest processor time of up to 15 runs, in ms: other work on the machine hardly adds to it.
 *
 * @param enoughMs a shorter run is the last one
 */
function fastest(work: () => unknown, enoughMs = 0): number {
	let shortest = Number.POSITIVE_INFINITY;
	for (let run = 1; run <= 15 && shortest >= enoughMs; run++) {
		const before = process.cpuUsage();
		work();
		const { user, system } = process.cpuUsage(before);
		shortest = Math.min(shortest, (user + system) / 1_000);
	}
	return shortest;
}
