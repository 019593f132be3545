import { commerceOf, rejectionOf } from "@cardseal/merchants";
import { newLookupId, withinTime } from "@cardseal/platform";
import { outsideDeadline } from "@cardseal/platform/db";
import { redact } from "@cardseal/platform/log";
import type { Answer, Card, DeclineCode, StoredCredential } from "@cardseal/vault";
import { type Attempt, cardTestingDeclineCode } from "../card-testing/protection.ts";
import { payerOf } from "../customer-details.ts";
import type { Customer } from "../tables.ts";
import type { CardsContext } from "./cards.ts";

export interface VerificationRefusal {
	reason: string;
	/** `null` when the processor did not answer in time. */
	declineCode: DeclineCode | null;
}

/** The use of a card that is stored with its verification. */
export const firstUse: StoredCredential = { use: "first", purpose: "unscheduled", networkTransactionId: null };

/** The network's id for later charges of the card; `null` if the processor gave none. */
interface Verified {
	networkTransactionId: string | null;
}

type Verifier = Awaited<ReturnType<CardsContext["verifierFor"]>>;

interface Verification extends Partial<Pick<Attempt, "address" | "sessionId">> {
	initiator: Pick<Attempt, "merchant" | "channel">;
	card: Card;
	payer: Customer;
	storedCredential: StoredCredential;
}

/** Verifies a card without an amount, unless card-testing protection declines it. */
export async function verifyCard(
	cards: CardsContext,
	verifier: Verifier,
	verification: Verification,
): Promise<Verified | VerificationRefusal> {
	const { initiator, card, payer, storedCredential, address, sessionId } = verification;
	const reference = newLookupId();
	const attempt: Attempt = {
		...initiator,
		reference,
		processor: verifier.processor.name,
		card,
		isStoredCard: storedCredential.use === "later",
		customerId: payer.id,
		email: payer.email,
		amountCents: 0,
		address,
		sessionId,
	};
	const answer = await cards.cardTesting.submitUnlessDeclined(attempt, async () => {
		const given = await askToVerify(cards, verifier, reference, verification);
		if (given?.result !== "approved") return given;
		// There is no amount to give back.
		return rejectionOf(initiator.merchant, given) ?? given;
	});
	switch (answer?.result) {
		case "approved":
			return { networkTransactionId: answer.networkTransactionId ?? null };
		case "declined":
			return { reason: redact(answer.message), declineCode: answer.declineCode };
		case "declined_as_card_testing":
			return { reason: redact(answer.words.message), declineCode: cardTestingDeclineCode };
		case "accepted":
		case "action":
		case undefined:
			return { reason: "The processor did not answer in time. Try again in a minute.", declineCode: null };
	}
}

/** Returns `undefined` for a late answer. */
async function askToVerify(
	{ processorTimeoutMs, log }: Pick<CardsContext, "processorTimeoutMs" | "log">,
	{ processor, currency }: Verifier,
	reference: string,
	{ initiator: { merchant, channel }, card, address, payer, storedCredential }: Verification,
): Promise<Answer | undefined> {
	const request = {
		reference,
		operation: "verification",
		initiatedBy: "cardholder",
		commerce: commerceOf(channel),
		storedCredential,
		amountCents: 0,
		currency,
		card,
		payer: payerOf(payer, address ?? null),
		payerReference: null,
		statementText: merchant.statementText,
		invoiceId: null,
	} as const;
	try {
		return await outsideDeadline(() => withinTime(processorTimeoutMs, processor.submit(request)));
	} catch (error) {
		log.error({ err: error }, "the processor failed to verify a card");
		return undefined;
	}
}
