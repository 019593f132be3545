import { userInfo } from "node:os";
import { expect, test } from "vitest";
import { operatorName } from "./context.ts";

test("the audit log names the person who uses sudo, and the user", () => {
	const user = userInfo().username;
	expect(operatorName({ SUDO_USER: "ada" })).toBe(`ada as ${user}`);
	for (const person of [undefined, "", user]) expect(operatorName({ SUDO_USER: person })).toBe(user);
});
