import { describe, expect, test } from "vitest";
import { disputeReasonOf } from "./dispute-reasons.ts";

describe("the reason of a dispute", () => {
	test.each([
		["10.4", "fraud"],
		["13.1", "not_received"],
		["12.6.1", "duplicate"],
		["4837", "fraud"],
		["4853", "goods_or_services"],
		["C28", "subscription_canceled"],
		["UA02", "fraud"],
	])("of the code %s is %s", (code, reason) => expect(disputeReasonOf(code)).toBe(reason));

	test.each(["", "10", "10.40", "12.60", "c28", "9999", "toString", "10.4 10.5"])("of the code %j is unknown", (code) =>
		expect(disputeReasonOf(code)).toBeUndefined(),
	);
});
