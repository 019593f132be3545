import type { Api } from "../api/client.ts";
import { RequestProblem } from "../api/problem.ts";
import {
	type Attempt,
	attemptsRoute,
	type Customer,
	idsOf,
	type Subscription,
	subscriptionRoute,
} from "./subscription-words.tsx";

const newestOne = new URLSearchParams({ limit: "1" });

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
	card: string;
	before: Attempt | undefined;
}

export interface Resumed {
	customer: Customer;
	attempt: Attempt | undefined;
}

/** The subscription stays as it was when its open payment fails. @throws RequestProblem when nothing was tried */
export async function resume(
	api: Pick<Api, "get" | "patch">,
	{ customer, subscription, card, before }: ResumeRequest,
): Promise<Resumed> {
	// A deleted card cannot be sent again.
	const body = { status: "ACTIVE" as const, ...(card !== subscription.card_lookup_id && { card_lookup_id: card }) };
	const path = idsOf(customer, subscription);
	const changed = await api.patch(subscriptionRoute, { path, body }).catch((error: unknown) => {
		if (!(error instanceof RequestProblem) || error.status !== 402) throw error;
		return api.get("/customer-service/customer/{customer_lookup_id}", { path });
	});
	try {
		const newest = await readNewestAttempt(api, subscription);
		return { customer: changed, attempt: newest?.transaction_id === before?.transaction_id ? undefined : newest };
	} catch (error) {
		if (!(error instanceof RequestProblem)) throw error;
		return { customer: changed, attempt: undefined };
	}
}
