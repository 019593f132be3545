import { describe, expect, test } from "vitest";
import { isOpen, type RequestAnswer, statusOf } from "./request.ts";

const expiresAt = 1_800_000_000_000;
const unanswered = { answer: null, expiresAt, result: "PENDING" as const };

describe("S-25 a payment request", () => {
	test("is PENDING and open until it expires, even if the expiry is not recorded yet", () => {
		expect(statusOf(unanswered, expiresAt - 1)).toBe("PENDING");
		expect(isOpen(unanswered, expiresAt - 1)).toBe(true);
		expect(statusOf(unanswered, expiresAt)).toBe("EXPIRED");
		expect(isOpen(unanswered, expiresAt)).toBe(false);
	});

	test.each<[RequestAnswer, "APPROVED" | "DECLINED", string]>([
		["accepted", "APPROVED", "APPROVED"],
		["accepted", "DECLINED", "DECLINED"],
		["declined", "DECLINED", "DECLINED"],
		["expired", "DECLINED", "EXPIRED"],
	])("that is %s, with a transaction that is %s, stays %s", (answer, result, status) => {
		const answered = { answer, expiresAt, result };
		for (const now of [expiresAt - 1, expiresAt, expiresAt + 1]) {
			expect(statusOf(answered, now)).toBe(status);
			expect(isOpen(answered, now)).toBe(false);
		}
	});
});
