import { execFile } from "node:child_process";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createTestDatabase, execute, type TestDatabase } from "../fixtures/database.ts";
import { findCardNumbers } from "./find-pan.ts";
import { marks, searchBytes, searchDatabase, searchFiles, searchText, secret } from "./hunt.ts";

// A hunt proves something only when it finds planted data.

const number = marks.planted.value;
const token = secret("card token", `ct1${"AQHU9vts1Y5FTz85bm7rG8YAFBd60JUprX".repeat(4)}`);

describe("the search of texts finds", () => {
	test.each([
		["plain", `"card_number":"${number}"`],
		["as a JSON number", `{"card_number":${number}}`],
		["in groups with blanks", "3566 0020 2036 0505"],
		["in mixed groups", "3566-0020 2036.0505"],
		["with non-breaking blanks", "3566\u00a00020\u00a02036\u00a00505"],
		["with dashes between blanks", "3566 - 0020 - 2036 - 0505"],
		["with zero-width blanks", "3566\u200b0020\u200b2036\u200b0505"],
		["with non-breaking dashes", "3566\u20110020\u20112036\u20110505"],
		["in full-width digits", "\uff13\uff15\uff16\uff16002020360505"],
		["in full-width digits encoded for a URL", "%EF%BC%93566002020360505"],
		["encoded for a URL", "card=3566%200020%202036%200505"],
		["encoded for a form", "card=3566+0020+2036+0505"],
		["in two strings", '["35660020","20360505"]'],
		["digit by digit", JSON.stringify([...number])],
		["over two lines", "35660020\n20360505"],
		["inside a longer word", `x${number}y`],
		["in hexadecimal", Buffer.from(number).toString("hex")],
		["in base64", Buffer.from(`{"n":"${number}"}`).toString("base64")],
		["in base64 one byte on", Buffer.from(`_{"n":"${number}"}`).toString("base64")],
		["in base64 two bytes on", Buffer.from(`__{"n":"${number}"}`).toString("base64")],
	])("a card number %s", (_how, text) => {
		expect(searchText(text, [marks.planted], "here")).toMatchObject([{ mark: marks.planted.name, place: "here" }]);
	});

	test.each(["cvv2=937", '"cvv2":"937"', '"cvv2": 937', '"cvv2":937', "code 937 is wrong", "[937]"])(
		"a security code in %s",
		(text) => expect(searchText(text, [marks.code], "here")).not.toEqual([]),
	);

	test.each(["12:00:01.937Z", '"ms":937', "1937", "a937b", "937.5"])("no security code in %s", (text) => {
		expect(searchText(text, [marks.code], "here")).toEqual([]);
	});

	test("a third of a secret, at its start or its end", () => {
		expect(searchText(token.value.slice(0, 60), [token], "here")).toHaveLength(1);
		expect(searchText(token.value.slice(-60), [token], "here")).toHaveLength(1);
		expect(searchText(token.value.slice(0, 30), [token], "here")).toEqual([]);
	});

	test("no number inside another one", () => {
		expect(searchText("3566002020360504", [marks.planted], "here")).toEqual([]);
	});
});

describe("the search of bytes finds", () => {
	test.each([
		["plain", Buffer.from(`\0${number}\0`)],
		["in UTF-16", Buffer.from(number, "utf16le")],
		["two digits a byte", Buffer.from(`01${number}ffff`, "hex")],
		["two digits a byte, half a byte on", Buffer.from(`f${number}fff`, "hex")],
		["in groups", Buffer.from("3566 0020 2036 0505")],
	])("a card number %s", (_how, bytes) => expect(searchBytes(bytes, [marks.planted], "here")).not.toEqual([]));
});

describe("the search of a database finds", () => {
	let database: TestDatabase;

	beforeAll(async () => {
		database = await createTestDatabase();
		await execute(database.url, "create schema hidden");
	});

	afterAll(() => database.drop());

	test("nothing before anything was planted", async () => {
		expect(await searchDatabase(database.url, Object.values(marks))).toEqual([]);
	});

	test.each([
		["text", `'${number}'`],
		["jsonb", `'{"card": ["${number}"]}'`],
		["bigint", number],
		["text[]", `array['3566 0020', '2036 0505']`],
		["bytea", `'\\x${Buffer.from(number).toString("hex")}'`],
		["bytea", `'\\x01${number}ffff'`],
		["bytea", `convert_to('${Buffer.from(number).toString("base64")}', 'UTF8')`],
	])("a number in a column of type %s in any schema", async (type, value) => {
		await execute(database.url, `create table hidden.planted as select (${value})::${type} as "odd Name"`);
		const findings = await searchDatabase(database.url, [marks.planted]);
		await execute(database.url, "drop table hidden.planted");
		expect(findings).toContainEqual(expect.objectContaining({ place: "hidden.planted.odd Name" }));
	});

	test("a security code in a column of its own", async () => {
		await execute(database.url, "create table hidden.planted as select '937' as code");
		const findings = await searchDatabase(database.url, [marks.code]);
		await execute(database.url, "drop table hidden.planted");
		expect(findings).toMatchObject([{ place: "hidden.planted.code" }]);
	});
});

describe("files", () => {
	let directory: string;

	beforeAll(async () => {
		directory = await mkdtemp(join(tmpdir(), "cardseal-leaks-"));
		await mkdir(join(directory, "deep/er"), { recursive: true });
		await writeFile(join(directory, "deep/er/page"), Buffer.concat([Buffer.alloc(5_000), Buffer.from(number)]));
		await writeFile(join(directory, "clean"), `time 1700000000000, id 1234567890123456, masked •••• 0505\n`);
	});

	afterAll(() => rm(directory, { recursive: true }));

	test("are searched at any depth", async () => {
		expect(await searchFiles(directory, [marks.planted, marks.visa])).toEqual([
			{ mark: marks.planted.name, form: "bytes", place: join(directory, "deep/er/page") },
		]);
	});

	const findPan = (...files: string[]) =>
		promisify(execFile)(process.execPath, ["--conditions=source", "test/leaks/find-pan.ts", ...files]);

	test("P-42 find-pan names the line, shows the number masked and fails", async () => {
		const failure = await findPan(join(directory, "deep/er/page")).catch((error: unknown) => error);
		expect(failure).toMatchObject({
			code: 1,
			stdout: expect.stringMatching(/page:1: a card number ending in 0505\n1 card/),
		});
		expect(failure).not.toMatchObject({ stdout: expect.stringContaining(number) });
	});

	test("P-42 find-pan refuses a folder and a number instead of a file, which it does not repeat", async () => {
		for (const wrong of [directory, number]) {
			const failure = await findPan(join(directory, "clean"), wrong).catch((error: unknown) => error);
			expect(failure).toMatchObject({ code: 2, stderr: expect.stringContaining("does not exist, or is a folder") });
			expect(failure).not.toMatchObject({ stderr: expect.stringContaining(number) });
		}
	});

	test("P-42 find-pan ignores times, ids and masked numbers", async () => {
		expect(await findPan(join(directory, "clean"))).toMatchObject({ stdout: "0 card numbers in 1 files\n" });
	});
});

test("P-42 card numbers are found by brand, length and check digit, in any grouping", () => {
	expect(findCardNumbers(`a ${number}, 3566-0020-2036-0505. 3714 496353 98431`)).toEqual([
		number,
		number,
		"371449635398431",
	]);
	expect(findCardNumbers("3566002020360506 1700000000000 35660020203605051234567")).toEqual([]);
	// Devanagari, and digits beyond the basic plane.
	const inScript = (zero: number) => number.replace(/./g, (digit) => String.fromCodePoint(zero + Number(digit)));
	expect(findCardNumbers(`${inScript(0x966)}, ${inScript(0x1e950)}`)).toEqual([number, number]);
});
