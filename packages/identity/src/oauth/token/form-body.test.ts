import { describe, expect, test } from "vitest";
import { Problem } from "../../../../platform/src/problem.ts";
import { parametersOf } from "./form-body.ts";

function read(form: string): Record<string, string> {
	return Object.fromEntries(parametersOf(new URLSearchParams(form)));
}

describe("parametersOf", () => {
	test("reads parameters in form encoding", () => {
		expect(read("grant_type=client_credentials&scope=a+b%20c&x=%C3%A9")).toEqual({
			grant_type: "client_credentials",
			scope: "a b c",
			x: "é",
		});
		expect(read("")).toEqual({});
	});

	test.each(["a=1&a=2", "a=1&a=1", "a=1&b=2&a=3", "a=1&%61=2"])(
		"O-19 X-43 refuses a repeated parameter: %s",
		(form) => {
			const reading = () => read(form);
			expect(reading).toThrow(Problem);
			expect(reading).toThrow("Send each parameter once.");
		},
	);

	test.each([
		["a=", {}],
		["a", {}],
		["a=&a=1", { a: "1" }],
		["a=1&a=", { a: "1" }],
	])("O-19 treats an empty parameter as absent: %s", (form, parameters) => {
		expect(read(form)).toEqual(parameters);
	});

	test("X-05 treats JavaScript's own property names as ordinary names", () => {
		const parameters = parametersOf(new URLSearchParams("__proto__=1&constructor=2"));
		expect([...parameters]).toEqual([
			["__proto__", "1"],
			["constructor", "2"],
		]);
		expect(parameters.get("toString")).toBeUndefined();
		expect(({} as Record<string, unknown>)[1]).toBeUndefined();
	});
});
