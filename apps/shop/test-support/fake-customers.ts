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
	/** Customers' subscriptions, as their customer's record has them. */
	readonly subscriptions: Map<string, FakeSubscription[]>;
	/** Card tokens that were stored for customers, each with its customer. */
	readonly stored: { readonly customerId: string; readonly token: unknown }[];
	/** What the bank says to the next card that is to be stored; it is good when nothing is said. */
	refusesNextCard: boolean;
	/** Deletes a customer, as the merchant's staff might. */
	remove(customerId: string): void;
}

export interface FakeSubscription {
	readonly lookup_id: string;
	plan_lookup_id: string;
	card_lookup_id: string;
	status: string;
	amount: number;
	currency: string;
	/** ms since 1970 */
	next_run: number | null;
	last_success: number | null;
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
		const stored = customers.stored.map((one, index) => ({ ...one, id: `stored${index + 1}` }));
		return [
			...keeping.map(({ transaction_id: id }) => cardRecord(`cardOf${id}`, "0005")),
			...stored.filter((one) => one.customerId === customerId).map(({ id }) => cardRecord(id, "4444")),
		].filter(({ lookup_id: id }) => !deleted.has(id));
	}

	function cardRecord(lookup_id: string, card_suffix: string) {
		const shown = { card_type: "Visa", card_prefix: "4539", card_suffix, card_expiry: customers.expiry };
		return { lookup_id, ...shown, is_default: false, card_description: null };
	}

	function storeCard(customerId: string, token: unknown) {
		if (customers.refusesNextCard) {
			customers.refusesNextCard = false;
			return { status: 402, body: { status: 402, code: "PAYMENT_FAILED", message: "The card was declined." } };
		}
		customers.stored.push({ customerId, token });
		return recordOf(customerId);
	}

	function recordOf(customerId: string) {
		const subscriptions = customers.subscriptions.get(customerId) ?? [];
		return { status: 200, body: { id: 7, lookup_id: customerId, cards: cardsOf(customerId), subscriptions } };
	}

	const customers: FakeCustomerAnswers = {
		made: [],
		deletions: [],
		subscriptions: new Map(),
		stored: [],
		refusesNextCard: false,
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
			const [, storesFor] = /\/customer\/(\w+)\/card$/.exec(path) ?? [];
			if (storesFor !== undefined) return storeCard(storesFor, body.token);
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
