/** A charge as far as it makes a card of a customer's. */
interface KeepingCharge {
	readonly transaction_id: string;
	readonly keepsCardFor: string | undefined;
	readonly result: string;
}

/** The customers of a fake gateway. Whose card a charge is for says which cards they have. */
export interface FakeCustomers {
	/** The body of every customer that was made. */
	readonly made: Record<string, unknown>[];
	/** Paths of the cards that were deleted. */
	readonly deletions: string[];
	/** MM/YY of every card. */
	expiry: string;
	/** How many of the next requests about customers are refused with 503. */
	unavailable: number;
	/** Deletes a customer, as the merchant's staff might. */
	remove(customerId: string): void;
}

export interface FakeCustomerAnswers extends FakeCustomers {
	answer(method: string, path: string, body: Record<string, unknown>): { status: number; body: unknown };
	has(customerId: string, cardId: string | undefined): boolean;
}

/** Customers with the cards of these charges: approved ones that were to keep their card. */
export function fakeCustomers(charges: readonly KeepingCharge[]): FakeCustomerAnswers {
	const known = new Set<string>();
	const deleted = new Set<string>();

	function cardsOf(customerId: string) {
		const keeping = charges.filter((charge) => charge.keepsCardFor === customerId && charge.result === "APPROVED");
		return keeping
			.map(({ transaction_id: id }) => ({
				lookup_id: `cardOf${id}`,
				card_type: "Visa",
				card_prefix: "4539",
				card_suffix: "0005",
				card_expiry: customers.expiry,
				is_default: false,
				card_description: null,
			}))
			.filter(({ lookup_id: id }) => !deleted.has(id));
	}

	function recordOf(customerId: string) {
		return { status: 200, body: { id: 7, lookup_id: customerId, cards: cardsOf(customerId), subscriptions: [] } };
	}

	const customers: FakeCustomerAnswers = {
		made: [],
		deletions: [],
		expiry: "08/31",
		unavailable: 0,
		remove: (customerId) => void known.delete(customerId),
		has: (customerId, cardId) =>
			known.has(customerId) && (cardId === undefined || cardsOf(customerId).some((card) => card.lookup_id === cardId)),
		answer(method, path, body) {
			if (customers.unavailable > 0) {
				customers.unavailable--;
				return { status: 503, body: { status: 503, code: "UNAVAILABLE", message: "Try again." } };
			}
			if (method === "POST") {
				customers.made.push(body);
				known.add(`customer${customers.made.length}`);
				return recordOf(`customer${customers.made.length}`);
			}
			const [, customerId = "", cardId] = /\/customer\/(\w+)(?:\/card\/(\w+))?$/.exec(path) ?? [];
			if (!customers.has(customerId, cardId)) {
				return { status: 404, body: { status: 404, code: "NOT_FOUND", message: "There is no such thing." } };
			}
			if (method === "DELETE" && cardId !== undefined) {
				deleted.add(cardId);
				customers.deletions.push(path);
			}
			return recordOf(customerId);
		},
	};
	return customers;
}
