import fc from "fast-check";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openTestTables, type TestTables } from "../../../../../test/fixtures/tables.ts";
import { arrayLiteral } from "./array-literal.ts";

let tables: TestTables;

beforeAll(async () => {
	tables = await openTestTables();
});

afterAll(() => tables.drop());

/** PostgreSQL stores no NUL, and replaces half a surrogate pair. */
const text = fc.string({ unit: "grapheme", maxLength: 20 }).filter((one) => !one.includes("\0") && one.isWellFormed());
const awkward = fc.constantFrom("", '"', "\\", '\\"', "NULL", "null", "{}", "a,b", " ", "\n", '{"a":"b\\\\"}');

test.each([
	["text", fc.oneof(text, awkward)],
	["integer", fc.integer()],
	["boolean", fc.boolean()],
	["bytea", fc.uint8Array({ maxLength: 40 }).map((bytes) => Buffer.from(bytes))],
] as const)("PostgreSQL reads an array of %s as it was written", async (type, element) => {
	await fc.assert(
		fc.asyncProperty(fc.array(fc.option(element as fc.Arbitrary<unknown>), { maxLength: 8 }), async (elements) => {
			const literal = arrayLiteral(elements);
			const { rows } = await sql<{ read: unknown[] }>`
				select ${literal}::${sql.raw(type)}[] as read`.execute(tables.database);
			expect(rows).toEqual([{ read: elements }]);
		}),
	);
});

test("leaves other elements to `pg`", () => {
	expect(arrayLiteral(["a", new Date()])).toBeUndefined();
	expect(arrayLiteral([["a"]])).toBeUndefined();
	expect(arrayLiteral([undefined])).toBe("{NULL}");
});
