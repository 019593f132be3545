import { expect, test } from "vitest";
import { createWebhookSlots } from "./webhook-slots.ts";

test("an account takes no more than its slots, all accounts no more than all, and freed slots are taken again", () => {
	const slots = createWebhookSlots({ perAccount: 2, inAll: 3 });
	const free = slots.take("one");
	expect([slots.take("one"), slots.take("one")]).toEqual([expect.any(Function), undefined]);
	expect([slots.take("two"), slots.take("two")]).toEqual([expect.any(Function), undefined]);
	free?.();
	expect([slots.take("two"), slots.take("one")]).toEqual([expect.any(Function), undefined]);
});
