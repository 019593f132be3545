import { Problem } from "@cardseal/platform";
import type { DeclineCode } from "@cardseal/vault";
import { bankPageOf } from "../pay-owed.ts";
import type { LinkPayers, SubscribingPayers } from "../payers.ts";
import type { PaymentLink } from "../tables.ts";
import { type LinkPayment, payLink } from "./pay-link.ts";
import { type Subscriber, subscribe } from "./subscription/subscribe.ts";
import type { LinkTries } from "./tries.ts";

export interface CardPayment extends Omit<LinkPayment, "isChallenged"> {
	/** With a plan. */
	subscriber: Pick<Subscriber, "details" | "consent"> | undefined;
}

type Outcome =
	/** The page of the link shows it. */
	| "recorded"
	/** The payer is to authenticate on the bank's page. */
	| { bank: string; transactionId: string }
	/** `null` from a bank that gave no code. */
	| { declined: DeclineCode | null }
	/** Refused because of the card, the link or the processor. */
	| { refusal: Problem | "unavailable" };

/** Pays an open link, or subscribes its payer, and counts the try. */
export async function payByCard(
	payers: SubscribingPayers,
	tries: LinkTries,
	link: PaymentLink,
	payment: CardPayment,
): Promise<Outcome | { waitMs: number }> {
	const begun = await tries.begin(link, payment.caller.clientAddress);
	if ("waitMs" in begun) return begun;
	const outcome = await chargeCard(payers, link, { ...payment, isChallenged: begun.isChallenged });
	if (outcome === "recorded" || "refusal" in outcome) await begun.forgive();
	return outcome;
}

async function chargeCard(
	payers: SubscribingPayers,
	link: PaymentLink,
	{ subscriber, ...payment }: CardPayment & LinkPayment,
): Promise<Outcome> {
	try {
		if (subscriber === undefined) return await payOnce(payers, link, payment);
		return await payFirst(payers, link, { ...payment, ...subscriber });
	} catch (error) {
		if (error instanceof Problem) return { refusal: error };
		throw error;
	}
}

async function payOnce(payers: LinkPayers, link: PaymentLink, payment: LinkPayment): Promise<Outcome> {
	const paid = await payLink(payers, link, payment);
	if (paid.status === 503) return { refusal: "unavailable" };
	const { transaction_id: transactionId, transaction_result: result, decline_code: declined } = paid.body;
	if (result === "DECLINED") return { declined };
	const bank = paid.status === 402 ? paid.body.next_action?.url : undefined;
	return bank === undefined ? "recorded" : { bank, transactionId };
}

async function payFirst(payers: SubscribingPayers, link: PaymentLink, subscriber: Subscriber): Promise<Outcome> {
	const end = await subscribe(payers, link, subscriber);
	if (typeof end === "string") return "recorded";
	if ("declined" in end) return end;
	const bank = await bankPageOf(payers, end.inFlight);
	return bank === undefined ? "recorded" : { bank, transactionId: end.inFlight };
}
