import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type LimitName, limitsWith } from "./limits.ts";
import { type History, isMerchantTested, isRangeTested, type Payer, reasonToDecline } from "./verdict.ts";

const limits = limitsWith({});
const nothing = { approved: 0, failed: 0, open: 0 };
const clean: History = {
	failedByCardAndAddress: 0,
	failedByCard: 0,
	failedByCustomer: 0,
	failedByAddress: 0,
	smallFailedByAddress: 0,
	otherCardsOfAddress: 0,
	otherCardsOfCustomer: 0,
	otherCardsOfEmail: 0,
	isRangeFrozen: false,
	range: nothing,
	merchant: nothing,
};
const guest: Payer = { isGuest: true, isAtBrowser: true, usedCardForm: false };
const byCardForm: Payer = { ...guest, usedCardForm: true };
const storedCard: Payer = { ...guest, isGuest: false };
const atTheCounter: Payer = { ...guest, isAtBrowser: false };

function reason(history: Partial<History>, payer = guest) {
	return reasonToDecline({ ...clean, ...history }, limits, payer);
}

describe("failure limits", () => {
	test.each<[string, Partial<History>, Partial<History>, string]>([
		["F-01 a card at an address", { failedByCardAndAddress: 2 }, { failedByCardAndAddress: 3 }, "card_and_address"],
		["F-02 a card", { failedByCard: 9 }, { failedByCard: 10 }, "card"],
		["F-03 a customer", { failedByCustomer: 4 }, { failedByCustomer: 5 }, "customer"],
		["F-04 an address", { failedByAddress: 9 }, { failedByAddress: 30 }, "address"],
		[
			"F-07 a number range",
			{ range: { approved: 0, failed: 19, open: 0 } },
			{ range: { approved: 0, failed: 20, open: 0 } },
			"number_range",
		],
	])("%s is declined at the limit of failures, and not one failure earlier", (_rule, allowed, refused, expected) => {
		expect(reason(allowed)).toBeUndefined();
		expect(reason(refused)).toBe(expected);
		expect(reason(refused, byCardForm)).toBe(expected);
	});

	test("F-02 a new card is declined for its failures, a stored one is not", () => {
		expect(reason({ failedByCard: 10 })).toBe("card");
		expect(reason({ failedByCard: 10 }, storedCard)).toBeUndefined();
	});

	test("F-07 an attempt is declined while its range is frozen, whatever the range's counts", () => {
		expect(reason({ isRangeFrozen: true, range: { approved: 50, failed: 0, open: 0 } })).toBe("number_range");
	});

	test("F-07 a burst of a range's cards before the first answer is declined", () => {
		expect(reason({ range: { approved: 0, failed: 0, open: 19 } })).toBeUndefined();
		expect(reason({ range: { approved: 0, failed: 0, open: 20 } })).toBe("number_range");
		expect(reason({ range: { approved: 2, failed: 9, open: 12 } })).toBe("number_range");
	});

	test("F-07 a burst after a few approved cards is declined, but not in a busy range", () => {
		expect(reason({ range: { approved: 1, failed: 0, open: 19 } })).toBeUndefined();
		expect(reason({ range: { approved: 1, failed: 0, open: 20 } })).toBe("number_range");
		expect(reason({ range: { approved: 10, failed: 0, open: 50 } })).toBeUndefined();
		expect(reason({ range: { approved: 10, failed: 0, open: 51 } })).toBe("number_range");
		expect(reason({ range: { approved: 250, failed: 20, open: 230 } })).toBeUndefined();
	});
});

describe("attempts without the card form", () => {
	test.each<[string, Partial<History>, Partial<History>, string]>([
		["F-04 an address failed often", { failedByAddress: 9 }, { failedByAddress: 10 }, "challenge_address"],
		["F-05 an address has many cards", { otherCardsOfAddress: 2 }, { otherCardsOfAddress: 3 }, "challenge_cards"],
		["F-05 a customer has many cards", { otherCardsOfCustomer: 2 }, { otherCardsOfCustomer: 3 }, "challenge_cards"],
		["F-05 an email has many cards", { otherCardsOfEmail: 2 }, { otherCardsOfEmail: 3 }, "challenge_cards"],
	])("%s: declined without the card form, accepted with it", (_rule, allowed, challenged, expected) => {
		expect(reason(allowed)).toBeUndefined();
		expect(reason(challenged)).toBe(expected);
		expect(reason(challenged, byCardForm)).toBeUndefined();
		expect(reason(challenged, atTheCounter)).toBeUndefined();
	});

	test("F-08 when most of the merchant's charges fail, a new card is declined, not a stored one", () => {
		const tested = { merchant: { approved: 14, failed: 36, open: 0 } };
		expect(reason(tested)).toBe("challenge_merchant");
		expect(reason(tested, byCardForm)).toBeUndefined();
		expect(reason(tested, storedCard)).toBeUndefined();
		expect(reason({ merchant: { approved: 15, failed: 35, open: 0 } })).toBeUndefined();
		expect(reason({ merchant: { approved: 0, failed: 49, open: 50 } })).toBeUndefined();
	});

	test("F-09 small failed amounts lower the limit, from the third on", () => {
		expect(reason({ failedByAddress: 6, smallFailedByAddress: 5 })).toBeUndefined();
		expect(reason({ failedByAddress: 6, smallFailedByAddress: 6 })).toBe("challenge_address");
		expect(reason({ failedByAddress: 16, smallFailedByAddress: 16 }, byCardForm)).toBe("address");
		expect(reason({ failedByAddress: 15, smallFailedByAddress: 15 }, byCardForm)).toBeUndefined();
	});
});

describe("the limits", () => {
	const counts = fc.nat({ max: 40 });
	const tally = fc.record({ approved: counts, failed: counts, open: counts });
	const histories = fc.record({
		failedByCardAndAddress: counts,
		failedByCard: counts,
		failedByCustomer: counts,
		failedByAddress: counts,
		smallFailedByAddress: counts,
		otherCardsOfAddress: counts,
		otherCardsOfCustomer: counts,
		otherCardsOfEmail: counts,
		isRangeFrozen: fc.boolean(),
		range: tally,
		merchant: tally,
	});
	const payers = fc.record({ isGuest: fc.boolean(), isAtBrowser: fc.boolean(), usedCardForm: fc.boolean() });
	const failures = [
		"failedByCardAndAddress",
		"failedByCard",
		"failedByCustomer",
		"failedByAddress",
		"otherCardsOfAddress",
	] as const;

	test("one more failure never turns a decline into an acceptance", () => {
		fc.assert(
			fc.property(histories, payers, fc.constantFrom(...failures), (history, payer, name) => {
				fc.pre(reasonToDecline(history, limits, payer) !== undefined);
				expect(reasonToDecline({ ...history, [name]: history[name] + 1 }, limits, payer)).toBeDefined();
			}),
		);
	});

	test("every attempt declined with the card form is declined without it too", () => {
		fc.assert(
			fc.property(histories, payers, (history, payer) => {
				fc.pre(reasonToDecline(history, limits, { ...payer, usedCardForm: true }) !== undefined);
				expect(reasonToDecline(history, limits, payer)).toBeDefined();
			}),
		);
	});

	test("every attempt that raised limits decline is declined by lower ones too", () => {
		const raisable: LimitName[] = ["failed_per_card_and_address", "failed_per_card", "cards_per_payer", "bin_cards"];
		fc.assert(
			fc.property(histories, payers, fc.constantFrom(...raisable), fc.nat(50), (history, payer, name, more) => {
				const raised = limitsWith({ [name]: limits[name] + more });
				fc.pre(reasonToDecline(history, raised, payer) !== undefined);
				expect(reasonToDecline(history, limits, payer)).toBeDefined();
			}),
		);
	});

	test("F-07 the open cards of a range never exceed what its approved cards justify", () => {
		fc.assert(
			fc.property(histories, payers, fc.nat(500), (history, payer, more) => {
				const { approved, failed } = history.range;
				const open = Math.max(limits.bin_cards, 5 * approved + 1) + more;
				expect(reasonToDecline({ ...history, range: { approved, failed, open } }, limits, payer)).toBeDefined();
			}),
		);
	});

	test("F-07 a range with as many approved cards as open ones, and enough of its decided ones, is accepted", () => {
		fc.assert(
			fc.property(tally, payers, ({ approved, failed, open }, payer) => {
				fc.pre(open <= approved && failed <= 4 * approved);
				expect(reasonToDecline({ ...clean, range: { approved, failed, open } }, limits, payer)).toBeUndefined();
			}),
		);
	});

	test("F-07 open cards of a range never make an attempt acceptable", () => {
		fc.assert(
			fc.property(histories, payers, fc.nat(50), (history, payer, more) => {
				fc.pre(reasonToDecline(history, limits, payer) !== undefined);
				const range = { ...history.range, open: history.range.open + more };
				expect(reasonToDecline({ ...history, range }, limits, payer)).toBeDefined();
			}),
		);
	});

	test("F-07, F-08 a percentage applies only after enough attempts, and only above it", () => {
		fc.assert(
			fc.property(counts, counts, (approved, failed) => {
				const total = approved + failed;
				const share = total === 0 ? 0 : failed / total;
				const ended = { approved, failed, open: 7 };
				expect(isRangeTested(ended, limits)).toBe(total >= 20 && share > 0.8);
				expect(isMerchantTested(ended, limits)).toBe(total >= 50 && share > 0.7);
			}),
		);
	});
});
