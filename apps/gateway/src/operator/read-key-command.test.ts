import { describe, expect, test } from "vitest";
import { CommandRefused } from "./command-refused.ts";
import { readKeyCommand } from "./read-key-command.ts";

describe("readKeyCommand", () => {
	test.each<[string, object]>([
		["list", { action: "list" }],
		["rotate-master --to a.key", { action: "rotate-master", file: "a.key" }],
		["rotate-data", { action: "rotate", purpose: "card_storage" }],
		["rotate-data --merchant a", { action: "rotate", purpose: "card_storage", merchantName: "a" }],
		["rotate-token --merchant=a", { action: "rotate", purpose: "card_token", merchantName: "a" }],
		["rotate-signing", { action: "rotate", purpose: "access_token" }],
		["retire 0123456789abcdef", { action: "retire", keyId: "0123456789abcdef", compromised: false }],
		["retire --compromised 0123456789abcdef", { action: "retire", keyId: "0123456789abcdef", compromised: true }],
	])("reads %s, with and without --json", (line, command) => {
		expect(readKeyCommand(line.split(" "))).toEqual({ command, asJson: false });
		expect(readKeyCommand(["--json", ...line.split(" ")])).toEqual({ command, asJson: true });
	});

	test.each([
		"",
		"rotate",
		"list --all",
		"list --merchant a",
		"list a",
		"rotate-master",
		"rotate-master a.key",
		"rotate-master --to",
		"rotate-master --to a.key --merchant a",
		"rotate-data a",
		"rotate-data --to a.key",
		"rotate-token --compromised",
		"rotate-signing --merchant a",
		"retire",
		"retire a b",
		"retire a --merchant b",
	])("refuses %j, and says what there is", (line) => {
		const read = () => readKeyCommand(line.split(" ").filter((word) => word !== ""));
		expect(read).toThrow(CommandRefused);
		expect(read).toThrow("npm run keys -- rotate-data [--merchant ID]");
	});
});
