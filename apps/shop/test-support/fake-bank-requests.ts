/** Somebody who was asked to pay from a bank account. */
interface FakeBankRequest {
	readonly transaction_id: string;
	readonly amount: number;
	readonly customerId: string;
	readonly description: unknown;
	readonly idempotencyKey: string;
	/** What they have answered. */
	transaction_result: "PENDING" | "APPROVED" | "DECLINED";
}

/** The part of a fake gateway that asks for money. */
export interface FakeBankRequests {
	readonly asked: FakeBankRequest[];
	/** How many of the next requests are carried out without an answer. */
	lostAnswers: number;
	/** How many of the next questions about requests are refused with 503. */
	unavailable: number;
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
		const request: FakeBankRequest = { transaction_id, ...details, transaction_result: "PENDING" };
		asked.push(request);
		return request;
	}

	const requests: FakeBankRequestAnswers = {
		asked,
		lostAnswers: 0,
		unavailable: 0,
		answer(path, body, idempotencyKey) {
			const [, customerId] = new RegExp(`^${root}/request/(\\w+)$`).exec(path) ?? [];
			if (customerId !== undefined) {
				const request = ask(customerId, body, idempotencyKey);
				if (requests.lostAnswers-- > 0) return "lost";
				return { status: 200, body: { ...request } };
			}
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
