import { describe, expect, test } from "vitest";
import { limitsOf } from "./send-limits.ts";

describe("limits of payments from the wallet", () => {
	test("S-26 are the usual ones for a merchant that changed none", () => {
		expect(limitsOf([], 0)).toEqual({
			per_payment: { cents: 1_000_000, next: undefined },
			per_day: { cents: 2_500_000, next: undefined },
			per_new_payee: { cents: 500_000, next: undefined },
			confirm_above: { cents: 100_000, next: undefined },
			approve_above: { cents: 99_999_999, next: undefined },
		});
	});

	test("S-26 rise at their time, not before", () => {
		const stored = [{ name: "per_day" as const, cents: 100, next_cents: 200, next_at: 1_000 }];
		expect(limitsOf(stored, 999).per_day).toEqual({ cents: 100, next: { cents: 200, at: 1_000 } });
		expect(limitsOf(stored, 1_000).per_day).toEqual({ cents: 200, next: undefined });
	});
});
