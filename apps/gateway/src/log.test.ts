import { execFile } from "node:child_process";
import { promisify } from "node:util";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { newLookupId } from "./ids.ts";
import { createLog } from "./log.ts";
import { redact } from "./redact.ts";

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

/** Card numbers with something before or in them that looks encoded and is not. */
const disguised = [
	"\\u4111111111111111",
	"\\u0004111111111111111",
	"D:\\u4111-1111-1111-1111.pdf",
	"%4111111111111111",
	"like '%4111111111111111%'",
	"\uff11\uff02\uff14111 1111 1111 1111",
	"\uff14\uff3c111 1111 1111 1111",
	"4111\\u00A01111\\u00A01111\\u00A01111",
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
	test.each(places)("P-08 never shows a card number from %s", (_place, eventWith) => {
		for (const number of spellings) {
			const line = lineOf(...eventWith(number));
			const plain = line.normalize("NFKC").replace(/[ .-]|%20/g, "");
			expect(plain).not.toContain(number.normalize("NFKC").replace(/[^0-9]/g, ""));
			expect(line).toContain("[card number]");
			expect(() => JSON.parse(line)).not.toThrow();
		}
	});

	test.each(disguised)("P-08 never shows the card number of %j", (text) => {
		for (const [, eventWith] of places) {
			const line = lineOf(...eventWith(text));
			expect(line).toContain("[card number]");
			expect(line).not.toMatch(/1111.{0,12}1111.{0,12}111/);
			expect(() => JSON.parse(line)).not.toThrow();
		}
	});

	test("P-08 hides whatever is found in a text also in the line, where JSON has escaped it, however often", () => {
		const sign = fc.constantFrom(...'"\\\0\b\t\n\v\f\r\u001b\ud800\u00a0\uff02\uff3c\uff58\u200b\u0301% ,.:[{-xub1');
		const signs = fc.string({ unit: sign, maxLength: 9 });
		let found = 0;
		fc.assert(
			fc.property(signs, signs, signs, signs, fc.nat({ max: 3 }), (a, b, c, around, quotings) => {
				const text = `${around}4111${a}1111${b}1111${c}1111${around}`;
				let note = text;
				for (let time = 0; time < quotings; time++) note = JSON.stringify({ a: note, b: '"', c: [note] });
				const line = lineOf({ note, after: "kept" });
				expect(JSON.parse(line)).toMatchObject({ after: "kept" });
				if (redact(text) === text) return;
				expect(line).toContain("[card number]");
				found++;
			}),
			{ numRuns: 2_000 },
		);
		expect(found).toBeGreaterThan(100);
	});

	test("P-08 never shows a card number that somebody logged as a number, though the line is no JSON then", () => {
		expect(lineOf({ note: 4_111_111_111_111_111 })).toContain('"note":[card number]');
	});

	test.each([
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
	])("P-02 leaves out the field %s, whatever it holds", (name) => {
		for (const event of [{ [name]: "937" }, { request: { [name]: "937" } }, { a: { b: { [name]: "937" } } }]) {
			const { time: _digits, ...logged } = JSON.parse(lineOf(event));
			expect(JSON.stringify(logged)).not.toContain("937");
			expect(JSON.stringify(logged)).toContain("[redacted]");
		}
	});

	test("P-02 leaves secret fields out at any depth and in quoted JSON, and nothing else", () => {
		fc.assert(
			fc.property(loggedValue, fc.nat({ max: 3 }), (value, quotings) => {
				let quoted: unknown = value;
				for (let time = 0; time < quotings; time++) quoted = JSON.stringify(quoted);
				let { note } = JSON.parse(lineOf({ note: quoted }));
				for (let time = 0; time < quotings; time++) note = JSON.parse(note);
				expect(note).toEqual(withoutSecrets(value));
			}),
		);
	});

	test("P-02 leaves secret fields out of JSON that is cut off, and keeps the line whole", () => {
		const body = JSON.stringify({ a: '"\\', cvv2: 'Q"Q\\Q', list: [{ password: ["Q", { b: "Q" }] }] }, null, 1);
		for (let length = 0; length <= body.length; length++) {
			const line = lineOf({ body: body.slice(0, length), after: "kept" }, body.slice(0, length));
			expect(line).not.toContain("Q");
			expect(JSON.parse(line)).toMatchObject({ after: "kept" });
		}
	});

	test("keeps what somebody needs who looks for a mistake", () => {
		const event = {
			request_id: "9fK2mQ7xW1aZ3bC4dE5f",
			transaction_id: "4111111111111x111111",
			id: 100_001,
			transaction_time: 1_795_219_200_000,
			path: "/transaction-service/transaction/4111111111111x111111",
			status: 402,
			ms: 12.5,
			sql_state: "23505",
			address: "2001:db8:4111:1111:1111:1112::1",
			ip: "192.168.111.111",
		};
		expect(JSON.parse(lineOf(event))).toMatchObject(event);
	});

	test("keeps the codes of errors, which say what went wrong", () => {
		const err = Object.assign(new Error("duplicate key"), { code: "23505" });
		expect(JSON.parse(lineOf({ err })).err).toMatchObject({ message: "duplicate key", error_code: "23505" });
		expect(JSON.parse(lineOf({ err: new Error("other") })).err).not.toHaveProperty("error_code");
		expect(JSON.parse(lineOf({ err: "thrown text" })).err).toBe("thrown text");
	});

	test("never shows the row that PostgreSQL complains about", () => {
		const details = { detail: "Failing row contains (1, Ada).", where: "parameter $1 = 'Ada'" };
		expect(lineOf({ err: Object.assign(new Error("violates check"), details) })).not.toContain("Ada");
	});

	test("tells the time in words", () => {
		expect(JSON.parse(lineOf("ready")).time).toMatch(/^\d{4}-\d{2}-\d{2}T[\d:.]+Z$/);
	});
});

/** Objects and arrays with secret and other names, and with quotes and backslashes in their texts. */
const { loggedValue } = fc.letrec((tie) => ({
	loggedValue: fc.oneof(
		{ depthSize: "small", withCrossShrink: true },
		fc.stringMatching(/^["\\{}[\],:a\n\u00e9]{0,6}$/),
		fc.constantFrom(937, 0.5, true, null),
		fc.array(tie("loggedValue"), { maxLength: 3 }),
		fc.dictionary(
			fc.constantFrom("card_number", "code", "Authorization", "error_code", "codes", "a"),
			tie("loggedValue"),
		),
	),
}));

/** What is to be left of a value. */
function withoutSecrets(value: unknown): unknown {
	const text = JSON.stringify(value, (name, field) => {
		return ["card_number", "code", "Authorization"].includes(name) ? "[redacted]" : field;
	});
	return JSON.parse(text);
}

describe("standard output", () => {
	/** Runs statements in a process that has 3,000 lines to write, and gives what it wrote. */
	async function linesOf(statements: string): Promise<string[]> {
		const script = `
			import { createLog } from ${JSON.stringify(new URL("log.ts", import.meta.url).href)};
			const log = createLog({ level: "info" });
			const write = (from, to) => { for (let line = from; line < to; line++) log.info({ line, text: "x".repeat(300) }); };
			${statements}`;
		const flags = ["--conditions=source", "--input-type=module", "--eval", script];
		// A process that fails has written all the same.
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
	])("has every line, whole and in order, of a process that %s", async (_how, statements) => {
		const lines = await linesOf(statements);
		expect(lines.pop()).toBe("");
		expect(lines.map((line) => JSON.parse(line).line)).toEqual(Array.from({ length: 3_000 }, (_, line) => line));
	});

	test("is written once for all lines of a turn", async () => {
		const lines = await linesOf(`
			import fs from "node:fs";
			let writes = 0;
			const { writeSync } = fs;
			fs.writeSync = (...values) => { writes++; return writeSync(...values); };
			write(0, 20);
			setImmediate(() => { write(20, 40); setImmediate(() => log.info({ writes })); });`);
		expect(lines).toHaveLength(42);
		expect(JSON.parse(lines.at(-2) ?? "")).toMatchObject({ writes: 2 });
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
	])("leaves %s as it is", (_what, text) => {
		expect(redact(text)).toBe(text);
	});

	test("leaves our ids as they are", () => {
		const ids = Array.from({ length: 10_000 }, newLookupId).join(" ");
		expect(redact(ids)).toBe(ids);
	});

	test("P-08 finds every number in a line of many", () => {
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
		["names of secret fields", '"code":'],
		["names of secret fields and backslashes", '"code":\\\\'],
		["names of secret fields in brackets", '"code":[{'],
		["quotes", '"'],
		["backslashes", "\\"],
		["backslashes in a secret field", "\\", '{"code":"'],
		["brackets in a secret field", "[", '{"code":'],
		["blanks behind a secret field's name", " ", '{"code"'],
		["line ends", "4\n"],
	])("X-10 takes a time linear in the length of %s", (_what, part, start = "") => {
		const small = part.repeat(Math.ceil(8_192 / part.length));
		const once = fastest(() => lineOf({ note: `${start + small}x` }));
		const eightTimes = fastest(() => lineOf({ note: `${start + small.repeat(8)}x` }));
		// Quadratic work would take 64 times as long.
		expect(eightTimes).toBeLessThan(once * 40 + 20);
	});

	test.each([
		["a dash", "-"],
		["an underscore", "_"],
		["a letter", "x"],
		["a dot", "."],
	])("O-46 finds tokens and secrets behind %s", (_what, before) => {
		for (const value of [token, secret, jwt]) expect(redact(before + value)).not.toContain(value.slice(10, 30));
	});
});

/** The least of a few runs in milliseconds: other work on the machine can only add to it. */
function fastest(work: () => unknown): number {
	const times = Array.from({ length: 15 }, () => {
		const startedAt = performance.now();
		work();
		return performance.now() - startedAt;
	});
	return Math.min(...times);
}
