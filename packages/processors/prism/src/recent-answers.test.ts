import type { Outcome } from "@cardseal/vault";
import { expect, test } from "vitest";
import { createRecentAnswers } from "./recent-answers.ts";

const approval: Outcome = {
	result: "approved",
	message: "Approved",
	authorizationCode: "",
	processorTransactionId: "p1",
};

test("an answer is in flight until it comes, and is found afterwards", async () => {
	const recent = createRecentAnswers();
	const { promise, resolve } = Promise.withResolvers<Outcome>();
	recent.keep("r1", promise);
	expect(recent.find("r1")).toBe("in_flight");
	resolve(approval);
	await promise;
	expect(recent.find("r1")).toBe(approval);
	expect(recent.find("r2")).toBeUndefined();
});

test("a failure is no answer", async () => {
	const recent = createRecentAnswers();
	const failed = Promise.reject(new Error("unknown"));
	recent.keep("r1", failed);
	await expect(failed).rejects.toThrow("unknown");
	expect(recent.find("r1")).toBeUndefined();
});

test("the oldest answers are forgotten", async () => {
	const recent = createRecentAnswers(2);
	for (const reference of ["r1", "r2", "r3"]) recent.keep(reference, Promise.resolve(approval));
	await Promise.resolve();
	expect(["r1", "r2", "r3"].map((reference) => recent.find(reference))).toEqual([undefined, approval, approval]);
});
