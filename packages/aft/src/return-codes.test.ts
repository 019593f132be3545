import { cpaReturnCodes } from "@cityssm/cpa-codes";
import { expect, test } from "vitest";
import { describeReturnCode, returnCodes } from "./return-codes.ts";

const codesWith = (wanted: string) => returnCodes.filter(({ action }) => action === wanted).map(({ code }) => code);

test("S-25 every code says what to do about it", () => {
	expect(codesWith("stop")).toEqual(["902", "905", "907", "909", "910", "911", "912", "915", "917", "920"]);
	expect(codesWith("retry")).toEqual(["901", "908"]);
	expect(codesWith("ask")).toEqual(["903", "914", "916", "918", "919", "921"]);
	expect(codesWith("escalate")).toEqual(["900", "904", "922", "990"]);
});

test("S-25 what the payor initiates against a debit is a dispute", () => {
	const disputes = returnCodes.filter(({ isDispute }) => isDispute).map(({ code }) => code);
	expect(disputes).toEqual(["915", "916", "917", "918", "919", "920", "921"]);
});

test("S-25 beside @cityssm/cpa-codes: no code is missing, and 904 alone is more", () => {
	expect(returnCodes.map(({ code }) => code).filter((code) => code !== "904")).toEqual(Object.keys(cpaReturnCodes));
});

test("S-25 901 is for want of funds", () => {
	expect(describeReturnCode("901")).toEqual({
		code: "901",
		meaning: "Not sufficient funds",
		action: "retry",
		isDispute: false,
	});
});

test("S-25 a code that is not known is for somebody to look at", () => {
	expect(describeReturnCode("906")).toMatchObject({ code: "906", action: "escalate", isDispute: false });
});
