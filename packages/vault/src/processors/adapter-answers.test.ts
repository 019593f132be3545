import { expect, test } from "vitest";
import { codesIn, declineTable, isTestAccount } from "./adapter-answers.ts";

test("a table has each code of its lines and ranges; the later line wins", () => {
	const table = declineTable([
		["soft", "generic", "7 10-12"],
		["hard", "lost_card", "11 R0", "03"],
	]);
	expect([...table.keys()]).toEqual(["7", "10", "11", "12", "R0"]);
	expect(table.get("12")).toEqual({ declineClass: "soft", declineCode: "generic" });
	expect(table.get("11")).toEqual({ declineClass: "hard", declineCode: "lost_card", adviceCode: "03" });
	expect(codesIn("Not-1|a b", "|")).toEqual(["Not-1", "a b"]);
});

test("an account is of the live system unless it names the test system", () => {
	const environments = [{}, { environment: "live" }, { environment: "test" }];
	expect(environments.map(isTestAccount)).toEqual([false, false, true]);
	expect(() => isTestAccount({ environment: "sandbox" })).toThrow("live or test");
});
