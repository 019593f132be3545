import { expect, test } from "vitest";
import { stepsFor } from "./subscription-words.tsx";

test.each([
	["ACTIVE", ["pause", "cancel"]],
	["PAUSED", ["resume", "cancel"]],
	["RETRY", ["resume", "pause", "cancel"]],
	["SUSPENDED", ["resume", "pause", "cancel"]],
	["CANCELED", ["resume"]],
	["CANCELLED", ["resume"]],
	["EXPIRED", []],
])("a subscription that is %s is offered %j", (status, steps) => {
	expect(stepsFor({ status })).toEqual(steps);
});
