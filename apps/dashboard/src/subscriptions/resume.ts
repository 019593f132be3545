import type { Api } from "../api/client.ts";
import { RequestProblem } from "../api/problem.ts";
import {
	type Attempt,
	attemptsRoute,
	type Customer,
	idsOf,
	type Subscription,
	subscriptionRoute,
} from "./subscription-words.ts";

const newestOne = new URLSearchParams({ limit: "1" });

/** The last try to charge a subscription; `undefined` when there was none. */
export async function readNewestAttempt(
	api: Pick<Api, "get">,
	subscription: Subscription,
	signal?: AbortSignal,
): Promise<Attempt | undefined> {
	const options = {
		path: { subscription_lookup_id: subscription.lookup_id },
		query: newestOne,
		...(signal && { signal }),
	};
	const { entities } = await api.get(attemptsRoute, options);
	return entities[0];
}

export interface ResumeRequest {
	customer: Customer;
	subscription: Subscription;
	/** The card to be billed from now on. */
	card: string;
	/** The last try before. */
	before: Attempt | undefined;
}

export interface Resumed {
	customer: Customer;
	/** The try of the open payment that resuming has made; `undefined` when none is known. */
	attempt: Attempt | undefined;
}

/**
 * Resumes a subscription, and finds out what came of its open payment.
 *
 * @throws RequestProblem when it was not resumed; not when only the try could not be read
 */
export async function resume(
	api: Pick<Api, "get" | "patch">,
	{ customer, subscription, card, before }: ResumeRequest,
): Promise<Resumed> {
	// A deleted card cannot be sent again.
	const body = { status: "ACTIVE" as const, ...(card !== subscription.card_lookup_id && { card_lookup_id: card }) };
	const changed = await api.patch(subscriptionRoute, { path: idsOf(customer, subscription), body });
	try {
		const newest = await readNewestAttempt(api, subscription);
		return { customer: changed, attempt: newest?.transaction_id === before?.transaction_id ? undefined : newest };
	} catch (error) {
		if (!(error instanceof RequestProblem)) throw error;
		return { customer: changed, attempt: undefined };
	}
}
