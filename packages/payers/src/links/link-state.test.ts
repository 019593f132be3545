import { describe, expect, test } from "vitest";
import { type LinkFacts, stateOf } from "./link-state.ts";

const now = 1_000;
const open = { status: "OPEN", expires_at: now + 1, subscription_lookup_id: null } as const;
const subscribed = { ...open, subscription_lookup_id: "s" };
const over = { ...open, expires_at: now };

type Situation = Partial<Omit<LinkFacts, "now">>;

describe("a payer sees a link", () => {
	test.each<[string, Situation, ReturnType<typeof stateOf>]>([
		["to pay", {}, "payable"],
		["to pay after a decline", { payment: { status: "DECLINED" } }, "payable"],
		["to pay while a request on the bank's page is open", { bank: "open" }, "payable"],
		["to pay after the bank returned the payment", { bank: "ended" }, "payable"],
		["that is being paid by card", { payment: { status: "PENDING" } }, "deciding"],
		[
			"that is being paid by card, although its day has ended",
			{ link: over, payment: { status: "PENDING" } },
			"deciding",
		],
		["whose subscription has no payment yet", { link: subscribed }, "deciding"],
		["that is being paid by bank, although its day has ended", { link: over, bank: "accepted" }, "at_bank"],
		["that is paid by card, before the link says so", { payment: { status: "APPROVED" } }, "paid"],
		["that is paid by bank, before the link says so", { bank: "paid" }, "paid"],
		[
			"whose subscription is paid, before the link says so",
			{ link: subscribed, payment: { status: "APPROVED" } },
			"paid",
		],
		["that is paid", { link: { ...over, status: "PAID" } }, "paid"],
		["whose plan was deleted", { isPlanGone: true }, "canceled"],
		[
			"whose plan was deleted after a payer subscribed",
			{ link: { ...subscribed, status: "PAID" }, isPlanGone: true },
			"paid",
		],
		["that was cancelled", { link: { ...open, status: "CANCELED" } }, "canceled"],
		["whose day has ended, before the link says so", { link: over }, "expired"],
		["that has expired", { link: { ...over, status: "EXPIRED" } }, "expired"],
	])("%s", (_, situation, state) => {
		const facts = { link: open, payment: undefined, bank: undefined, isPlanGone: false, now };
		expect(stateOf({ ...facts, ...situation })).toBe(state);
	});
});
