import { expect, test } from "vitest";
import type { Api } from "../api/client.ts";
import { RequestProblem } from "../api/problem.ts";
import { type ResumeRequest, resume } from "./resume.ts";
import type { Attempt, Customer, Subscription } from "./subscription-words.tsx";

const customer = { lookup_id: "c1" } as Customer;
const subscription = { lookup_id: "s1", card_lookup_id: "old" } as Subscription;
const failed = { transaction_id: "t1", transaction_result: "DECLINED" } as Attempt;
const paid = { transaction_id: "t2", transaction_result: "APPROVED" } as Attempt;

/** Resumes at a gateway that returns these attempts or fails; returns its requests and the result. */
async function resumed(tries: Attempt[] | RequestProblem, wish: Partial<ResumeRequest> = {}, refusal?: RequestProblem) {
	const asked: unknown[] = [];
	const api = {
		async get(route: string) {
			if (route.startsWith("/customer-service")) return { lookup_id: "c1", subscriptions: [], is_read: true };
			if (tries instanceof RequestProblem) throw tries;
			return { entities: tries };
		},
		async patch(_route: string, { path, body }: { path: object; body: object }) {
			asked.push([path, body]);
			if (refusal !== undefined) throw refusal;
			return { lookup_id: "c1", subscriptions: [] };
		},
	} as unknown as Pick<Api, "get" | "patch">;
	return { asked, ...(await resume(api, { customer, subscription, card: "old", before: failed, ...wish })) };
}

test("resuming tells of the try that it has made, of no earlier one", async () => {
	expect((await resumed([paid])).attempt).toBe(paid);
	expect((await resumed([failed])).attempt).toBeUndefined();
});

test("a payment that fails leaves the customer as it is then, and shows its try", async () => {
	const declined = { transaction_id: "t2", transaction_result: "DECLINED" } as Attempt;
	const { customer: found, attempt } = await resumed(
		[declined],
		{},
		new RequestProblem("refused", "", { status: 402 }),
	);
	expect(found).toMatchObject({ lookup_id: "c1", is_read: true });
	expect(attempt).toBe(declined);
	const refusal = new RequestProblem("refused", "", { status: 400 });
	await expect(resumed([declined], {}, refusal)).rejects.toBe(refusal);
});

test("another card is named, and the one it has is not, since that may have been deleted", async () => {
	const path = { customer_lookup_id: "c1", subscription_lookup_id: "s1" };
	expect((await resumed([paid])).asked).toEqual([[path, { status: "ACTIVE" }]]);
	expect((await resumed([paid], { card: "new" })).asked).toEqual([[path, { status: "ACTIVE", card_lookup_id: "new" }]]);
});

test("it counts as resumed where only the try could not be read", async () => {
	const { customer: changed, attempt } = await resumed(new RequestProblem("unreachable", ""));
	expect([changed.lookup_id, attempt]).toEqual(["c1", undefined]);
});
