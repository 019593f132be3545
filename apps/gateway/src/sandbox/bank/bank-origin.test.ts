import { describe, expect, test } from "vitest";
import { bankOriginOf } from "./bank-origin.ts";

const local = { own: "http://localhost:8080", frames: "http://127.0.0.1:8080" };
const deployed = { own: "https://sandbox.example", frames: "https://frames.example" };

describe("the origin of the sandbox's bank", () => {
	test.each([
		["on this machine is a name of its own", local, undefined, true, "http://bank.localhost:8080"],
		[
			"by address too",
			{ own: "http://127.0.0.1", frames: "http://localhost" },
			undefined,
			true,
			"http://bank.localhost",
		],
		["on another machine is that of BANK_URL", deployed, "https://bank.example", true, "https://bank.example"],
		["on another machine is none without BANK_URL", deployed, undefined, true, undefined],
		["with a certificate is none without BANK_URL", { ...local, own: "https://localhost" }, undefined, true, undefined],
		["is none outside the sandbox", local, undefined, false, undefined],
	])("%s", (_, origins, bankUrl, sandbox, expected) => {
		expect(bankOriginOf(origins, { bankUrl, sandbox })).toBe(expected);
	});

	test.each([
		["the gateway's host", "https://sandbox.example:8443"],
		["the host of card frames", "https://frames.example"],
		["another protocol", "http://bank.example"],
	])("cannot be %s", (_, bankUrl) => {
		expect(() => bankOriginOf(deployed, { bankUrl, sandbox: true })).toThrow(/^BANK_URL must/);
	});

	test("cannot be set outside the sandbox", () => {
		expect(() => bankOriginOf(deployed, { bankUrl: "https://bank.example", sandbox: false })).toThrow(/^BANK_URL must/);
	});
});
