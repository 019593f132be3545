import { expect, test } from "vitest";
import { centsOf, rowsOf, timeOf } from "./report.ts";

test("a report is read with quotes, commas, lines in a field, and columns in any order", () => {
	const report = '\uFEFFType,"Merchant Reference",Reserved4\r\nSettled,"a ""b"", c",\r\nFee,,"two\nlines"\r\n\r\n';
	expect(rowsOf(report, ["Merchant Reference", "Type", "Reserved4"])).toEqual([
		{ "Merchant Reference": 'a "b", c', Type: "Settled", Reserved4: "" },
		{ "Merchant Reference": "", Type: "Fee", Reserved4: "two\nlines" },
	]);
});

test.each([
	["", 0],
	["0", 0],
	["99", 99_00],
	["99.1", 99_10],
	["99.10", 99_10],
	["99.1000", 99_10],
	["-0.05", -5],
	["999999.99", 999_999_99],
])("%j has %i cents", (amount, cents) => {
	expect(centsOf(amount)).toBe(cents);
});

test.each(["1,000.00", "0.001", "1e3", "twelve"])("%j is no amount in cents", (amount) => {
	expect(() => centsOf(amount)).toThrow("not understood");
});

test.each([
	["CET", "2026-11-23T09:00:00Z"],
	["PST", "2026-11-23T18:00:00Z"],
	["UTC", "2026-11-23T10:00:00Z"],
	["XYZ", "2026-11-23T10:00:00Z"],
])("10 o'clock in %s is %s", (zone, time) => {
	expect(timeOf("2026-11-23 10:00:00", zone)).toBe(Date.parse(time));
});
