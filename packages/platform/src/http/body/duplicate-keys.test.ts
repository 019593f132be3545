import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { hasDuplicateKey } from "./json-body.ts";

describe("hasDuplicateKey", () => {
	test.each([
		'{"amount":1,"amount":100}',
		'{"amount":1,"amount":1}',
		'{"a":{"b":1},"a":2}',
		'{"a":[{"b":1},{"b":1,"c":2,"b":3}]}',
		'{"a":1,"\\u0061":2}',
		'{ "a" : "," , "a" : "{" }',
		'{"":1,"":2}',
		'{"__proto__":1,"__proto__":2}',
	])("X-43 finds the duplicate key in %s", (json) => expect(hasDuplicateKey(json)).toBe(true));

	test.each([
		"{}",
		'{"a":{"a":{"a":1}}}',
		'{"a":["a","a"],"b":"a"}',
		'[{"a":1},{"a":1}]',
		'{"a":"\\"a\\":1,","b":"{\\"a\\":","c":"\\\\"}',
		'{"a":1,"A":2}',
	])("finds no duplicate key in %s", (json) => expect(hasDuplicateKey(json)).toBe(false));

	test("finds no duplicate key in the output of JSON.stringify", () => {
		fc.assert(fc.property(fc.json(), (json) => !hasDuplicateKey(json)));
	});

	test("X-43 finds a duplicate key anywhere in an object", () => {
		fc.assert(
			fc.property(
				fc.dictionary(fc.string(), fc.jsonValue(), { minKeys: 1 }),
				fc.nat(),
				fc.nat(),
				(object, which, where) => {
					const entries = Object.entries(object);
					const again = entries[which % entries.length] ?? ["", null];
					const all = entries.toSpliced(where % (entries.length + 1), 0, again);
					const json = all.map(([key, value]) => `${JSON.stringify(key)}: ${JSON.stringify(value)}`).join(", ");
					expect(hasDuplicateKey(`{ ${json} }`)).toBe(true);
				},
			),
		);
	});

	test("X-10 reads 64 KB of quotes and backslashes fast", () => {
		const json = JSON.stringify({ a: '"\\'.repeat(16_000) });
		const before = process.cpuUsage();
		expect(hasDuplicateKey(json)).toBe(false);
		// Processor time in µs, to which other work on the machine hardly adds.
		expect(process.cpuUsage(before).user).toBeLessThan(100_000);
	});
});
