import { describe, expect, test } from "vitest";
import { columnOf } from "./given-rows.ts";

describe("a column of a batch", () => {
	test("a column is the list of its values, nulls included", () => {
		expect(columnOf([null, "a", undefined])).toEqual([null, "a", undefined]);
	});

	test.each([[[null, undefined]], [[null]], [[]]])("a column without values is null: %j", (values) => {
		expect(columnOf(values)).toBeNull();
	});

	test.each([0, false, ""])("%j is a value", (value) => {
		expect(columnOf([null, value])).toEqual([null, value]);
	});
});
