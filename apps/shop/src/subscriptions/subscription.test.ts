import { describe, expect, test } from "vitest";
import { canTake, monthAfter, type SubscriptionStep, subscriptionSteps } from "./subscriptions.ts";

const utc = (text: string) => Date.parse(`${text}Z`);

describe("a month later", () => {
	test.each([
		["2026-08-14T15:09:00", "2026-09-14T15:09:00"],
		["2026-12-31T23:59:59", "2027-01-31T23:59:59"],
		["2026-01-31T00:00:00", "2026-02-28T00:00:00"],
		["2028-01-30T12:00:00", "2028-02-29T12:00:00"],
	])("%s is followed by %s", (time, after) => {
		expect(monthAfter(utc(time))).toBe(utc(after));
	});
});

describe("what a payer may do", () => {
	test.each([
		["ACTIVE", ["pause", "cancel"]],
		["RETRY", ["pause", "cancel"]],
		["SUSPENDED", ["resume", "cancel"]],
		["PAUSED", ["resume", "cancel"]],
		["CANCELED", []],
		["CANCELLED", []],
		["EXPIRED", []],
	] as const)("%s: %j", (status, steps) => {
		expect(Object.keys(subscriptionSteps).filter((step) => canTake(step as SubscriptionStep, { status }))).toEqual(
			steps,
		);
	});
});
