import { describe, expect, test } from "vitest";
import { columnOf } from "./column.ts";

describe("a column of a batch", () => {
	test("is the list of its values, with the nulls among them", () => {
		expect(columnOf([null, "a", undefined])).toEqual([null, "a", undefined]);
	});

	test.each([[[null, undefined]], [[null]], [[]]])("is no list where nothing is given: %j", (values) => {
		expect(columnOf(values)).toBeNull();
	});

	test.each([0, false, ""])("takes %j for a value", (value) => {
		expect(columnOf([null, value])).toEqual([null, value]);
	});
});
