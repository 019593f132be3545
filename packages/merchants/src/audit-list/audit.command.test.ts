import { CommandRefused } from "@cardseal/platform/operator";
import { describe, expect, test } from "vitest";
import { readDate, readHeadText } from "./audit.command.ts";

const seal = "0123456789abcdef".repeat(4);

describe("a date of the audit command", () => {
	test.each([
		["2026-11-21", Date.UTC(2026, 10, 21)],
		["2024-02-29", Date.UTC(2024, 1, 29)],
	])("%s is a day in UTC", (text, time) => {
		expect(readDate(text)).toBe(time);
	});

	test.each(["2026-02-30", "2026-2-3", "today", ""])("%j is refused", (text) => {
		expect(() => readDate(text)).toThrow(CommandRefused);
		expect(() => readDate(text)).toThrow(/^Write a date as year, month and day/);
	});
});

describe("a head of the audit command", () => {
	test("is a sequence and a seal", () => {
		expect(readHeadText(`12:${seal}`)).toEqual({ sequence: 12, seal });
	});

	test.each(["7", `0:${seal}`])("%j is refused", (text) => {
		expect(() => readHeadText(text)).toThrow(CommandRefused);
		expect(() => readHeadText(text)).toThrow(/^Write a head as verify prints it/);
	});
});
