/** Somebody who was asked to pay from a bank account. */
interface FakeBankRequest {
	readonly transaction_id: string;
	readonly amount: number;
	readonly customerId: string;
	readonly description: unknown;
	readonly idempotencyKey: string;
	/** What they have answered. */
	transaction_result: "PENDING" | "APPROVED" | "DECLINED";
	/** When their bank confirmed it, ms since 1970. */
	settled_time: number | null;
	/** Why their bank sent it back. */
	return_code: string | null;
}

/** The part of a fake gateway that asks for money. */
export interface FakeBankRequests {
	readonly asked: FakeBankRequest[];
	/** How many of the next requests are carried out without an answer. */
	lostAnswers: number;
	/** How many of the next questions about requests are refused with 503. */
	unavailable: number;
	/** What the next requests are refused with. */
	refusal: { status: number; code: string; message: string } | undefined;
}

export interface FakeBankRequestAnswers extends FakeBankRequests {
	/** `undefined` for what is none of its paths; "lost" where there is no answer. */
	answer(
		path: string,
		body: Record<string, unknown>,
		idempotencyKey: string,
	): { status: number; body: unknown } | "lost" | undefined;
}

const root = "/transaction-service-vt/eft";

/** A key asks once. */
export function fakeBankRequests(): FakeBankRequestAnswers {
	const asked: FakeBankRequest[] = [];

	function ask(customerId: string, { amount, description }: Record<string, unknown>, idempotencyKey: string) {
		const known = asked.find((request) => request.idempotencyKey === idempotencyKey);
		if (known !== undefined) return known;
		const transaction_id = `request${asked.length + 1}`;
		const details = { customerId, description, idempotencyKey, amount: Number(amount) };
		const open = { transaction_result: "PENDING", settled_time: null, return_code: null } as const;
		const request: FakeBankRequest = { transaction_id, ...details, ...open };
		asked.push(request);
		return request;
	}

	function answerRequest(customerId: string, body: Record<string, unknown>, idempotencyKey: string) {
		if (requests.refusal !== undefined) return { status: requests.refusal.status, body: requests.refusal };
		const request = ask(customerId, body, idempotencyKey);
		return requests.lostAnswers-- > 0 ? "lost" : { status: 200, body: { ...request } };
	}

	const requests: FakeBankRequestAnswers = {
		asked,
		lostAnswers: 0,
		unavailable: 0,
		refusal: undefined,
		answer(path, body, idempotencyKey) {
			const [, customerId] = new RegExp(`^${root}/request/(\\w+)$`).exec(path) ?? [];
			if (customerId !== undefined) return answerRequest(customerId, body, idempotencyKey);
			const [, id] = new RegExp(`^${root}/transaction/(\\w+)$`).exec(path) ?? [];
			if (id === undefined) return undefined;
			if (requests.unavailable-- > 0)
				return { status: 503, body: { status: 503, code: "UNAVAILABLE", message: "Later." } };
			const request = asked.find(({ transaction_id }) => transaction_id === id);
			return request === undefined
				? { status: 404, body: { status: 404, code: "NOT_FOUND" } }
				: { status: 200, body: request };
		},
	};
	return requests;
}
