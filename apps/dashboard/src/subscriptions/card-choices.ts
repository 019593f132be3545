import { maskOf } from "../transactions/transaction-words.ts";
import type { Choice } from "../ui/forms/field.tsx";
import type { Customer, Subscription } from "./subscription-words.ts";

/**
 * The cards that a subscription can bill, with the one that it bills, also where that was deleted.
 *
 * @param deleted what a deleted card is called
 */
export function cardChoices(customer: Customer, subscription: Subscription, deleted: string): Choice[] {
	const choices = customer.cards.map((card) => ({ value: card.lookup_id, label: maskOf(card) }));
	const isThere = choices.some(({ value }) => value === subscription.card_lookup_id);
	return isThere ? choices : [{ value: subscription.card_lookup_id, label: deleted }, ...choices];
}
