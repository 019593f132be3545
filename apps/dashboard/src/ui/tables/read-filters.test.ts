import { expect, test } from "vitest";
import { readFilters } from "./read-filters.ts";

const reader = {
	read: (text: string) => (text === "abc" ? undefined : text.replace(",", ".")),
	advice: "Enter 31.00.",
};

function read(search: string) {
	return readFilters([{ name: "channel" }, { name: "min_amount", reader }], new URLSearchParams(search));
}

test("a filter goes as the gateway writes it, and several of one name as a list", () => {
	expect(read("channel=VT&channel=MOBILE&min_amount=12,5&after=x")).toEqual({
		query: { channel: "VT,MOBILE", min_amount: "12.5" },
		problems: {},
	});
});

test("a filter that is not understood is asked about again, and filters nothing", () => {
	expect(read("channel=VT&min_amount=abc")).toEqual({
		query: { channel: "VT" },
		problems: { min_amount: "Enter 31.00." },
	});
});

test("a filter that was left empty is none, and nothing is wrong with it", () => {
	expect(read("min_amount=%20")).toEqual({ query: { channel: "", min_amount: "" }, problems: {} });
});
