import { expect, test } from "vitest";
import { createRequestKeys } from "./request-key.ts";

test("a request that is sent again has its key, and a changed one has another", () => {
	let made = 0;
	const keyFor = createRequestKeys(() => `key ${++made}`);
	expect(keyFor({ amount: "31.00" })).toBe("key 1");
	expect(keyFor({ amount: "31.00" })).toBe("key 1");
	expect(keyFor({ amount: "32.00" })).toBe("key 2");
});
