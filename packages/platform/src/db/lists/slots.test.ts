import { expect, test } from "vitest";
import { createSlots } from "./slots.ts";

const free = expect.any(Function);

test("a key takes no more than its slots, all keys no more than all, and freed slots are taken again", () => {
	const slots = createSlots<string>({ perKey: 2, inAll: 3 });
	const first = slots.take("one");
	expect([slots.take("one"), slots.take("one")]).toEqual([free, "per_key"]);
	expect([slots.take("two"), slots.take("two")]).toEqual([free, "in_all"]);
	if (typeof first === "function") first();
	expect([slots.take("two"), slots.take("one")]).toEqual([free, "in_all"]);
});

test("a slot that is freed twice counts once", () => {
	const slots = createSlots<string>({ perKey: 1, inAll: 2 });
	const first = slots.take("one");
	slots.take("two");
	if (typeof first !== "function") throw new Error("There was no slot.");
	first();
	first();
	expect([slots.take("one"), slots.take("three")]).toEqual([free, "in_all"]);
});
