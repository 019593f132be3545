import { describe, expect, test } from "vitest";
import { splitName } from "./payer-name.ts";

describe("a payer's name", () => {
	test.each([
		["Ana María López", { first_name: "Ana María", last_name: "López" }],
		["Ana López", { first_name: "Ana", last_name: "López" }],
		["Ana", { first_name: "Ana", last_name: null }],
	])("%s is split at its last space", (name, parts) => {
		expect(splitName(name)).toEqual(parts);
	});
});
