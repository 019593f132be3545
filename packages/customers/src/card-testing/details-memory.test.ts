import { expect, test } from "vitest";
import { createDetailsMemory } from "./details-memory.ts";

const limit = 3;
const card = Buffer.from("a card");
const details = (name: string) => Buffer.from(name);

function memory() {
	const clock = { time: 1_000_000, now: () => clock.time };
	const admitsDetails = createDetailsMemory(clock);
	return { clock, admits: (name: string, of = card) => admitsDetails(of, details(name), limit) };
}

test("F-06 a card is admitted with two different details, repeatedly, but not with a third", () => {
	const { admits } = memory();
	expect(["one", "two", "one", "three", "two", "four"].map((name) => admits(name))).toEqual([
		true,
		true,
		true,
		false,
		true,
		false,
	]);
});

test("F-06 each card is counted separately", () => {
	const { admits } = memory();
	admits("one");
	admits("two");
	expect(admits("three", Buffer.from("another card"))).toBe(true);
});

test("F-06 details are forgotten ten minutes after their last use", () => {
	const { clock, admits } = memory();
	admits("one");
	admits("two");
	clock.time += 599_999;
	expect(admits("three")).toBe(false);
	admits("two");
	clock.time += 1;
	expect(admits("three")).toBe(true);
	expect(admits("one")).toBe(false);
});
