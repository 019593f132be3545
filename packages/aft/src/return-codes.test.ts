import { cpaReturnCodes } from "@cityssm/cpa-codes";
import { expect, test } from "vitest";
import { describeReturnCode, returnCodes } from "./return-codes.ts";

const codesWith = (wanted: string) => returnCodes.filter(({ action }) => action === wanted).map(({ code }) => code);

test("S-25 every code has an action", () => {
	expect(codesWith("stop")).toEqual(["902", "905", "907", "909", "910", "911", "912", "915", "917", "920"]);
	expect(codesWith("retry")).toEqual(["901", "908"]);
	expect(codesWith("ask")).toEqual(["903", "914", "916", "918", "919", "921"]);
	expect(codesWith("escalate")).toEqual(["900", "904", "922", "990"]);
});

test("S-25 a debit returned by the payor is a dispute", () => {
	const disputes = returnCodes.filter(({ isDispute }) => isDispute).map(({ code }) => code);
	expect(disputes).toEqual(["915", "916", "917", "918", "919", "920", "921"]);
});

test("S-25 the codes are those of @cityssm/cpa-codes, and 904", () => {
	expect(returnCodes.map(({ code }) => code).filter((code) => code !== "904")).toEqual(Object.keys(cpaReturnCodes));
});

test("S-25 901 means insufficient funds", () => {
	expect(describeReturnCode("901")).toEqual({
		code: "901",
		meaning: "Not sufficient funds",
		action: "retry",
		isDispute: false,
	});
});

test("S-25 an unknown code is escalated", () => {
	expect(describeReturnCode("906")).toMatchObject({ code: "906", action: "escalate", isDispute: false });
});
