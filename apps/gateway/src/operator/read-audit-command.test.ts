import { describe, expect, test } from "vitest";
import { CommandRefused } from "./command-refused.ts";
import { readCommand } from "./read-audit-command.ts";

const seal = "0123456789abcdef".repeat(4);

describe("a command on the audit log", () => {
	test.each([
		["verify", { action: "verify", head: undefined }],
		[`verify --head 12:${seal}`, { action: "verify", head: { sequence: 12, seal } }],
		["list", { action: "list", filter: { merchant: undefined, from: undefined }, asJson: false }],
		[
			"list --merchant m --from 2026-11-21 --json",
			{ action: "list", filter: { merchant: "m", from: Date.UTC(2026, 10, 21) }, asJson: true },
		],
		["prune --before 2024-02-29", { action: "prune", before: Date.UTC(2024, 1, 29) }],
	])("%s is understood", (words, command) => {
		expect(readCommand(words.split(" "))).toEqual(command);
	});

	test.each([
		["", /^The audit log:\n {2}npm run audit -- verify/],
		["show", /npm run audit -- list/],
		["constructor", /npm run audit -- list/],
		["verify --json", /npm run audit -- list/],
		["list --all", /npm run audit -- list/],
		["list m", /npm run audit -- list/],
		["list --merchant", /npm run audit -- list/],
		["prune", /npm run audit -- prune --before DATE/],
		["list --from 2026-02-30", /^Write a date as year, month and day/],
		["list --from 2026-2-3", /^Write a date as year, month and day/],
		["verify --head 7", /^Write a head as verify tells it/],
		[`verify --head 0:${seal}`, /^Write a head as verify tells it/],
	])('"%s" is refused, and it says what to type', (words, message) => {
		const read = () => readCommand(words.split(" "));
		expect(read).toThrow(CommandRefused);
		expect(read).toThrow(message);
	});
});
