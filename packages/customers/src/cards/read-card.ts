import { checkCard } from "@cardseal/card";
import { environmentOf, findMerchants, type Merchant } from "@cardseal/merchants";
import { fieldProblem, Problem, type Reason } from "@cardseal/platform";
import { type Caller, recordEvent } from "@cardseal/platform/audit";
import { type Card, type CardRefusal, CardRefused, TokenRefused, type UsedToken } from "@cardseal/vault";
import type { StoredCard } from "../tables.ts";
import { type CardSource, partCardSource, wireNameOf } from "./card-source.ts";
import type { CardsContext } from "./cards.ts";

/** One response for every fault of a token; the log has the reason. */
const tokenUnreadable = () =>
	new Problem(
		"token_unreadable",
		"The card token is invalid. Ask the payer to enter the card again. If that fails too, compare the public key of your page.",
	);

/** The token and the setting are the merchant's own, so the response may give the reason. */
const hostedFormOnly = () =>
	fieldProblem([
		{
			field: "token",
			reason: "hosted_form_required",
			message: "Create card tokens with the hosted card form; no others are accepted.",
		},
	]);

export const tokenUsed = () => new Problem("token_used", "This card token has already been used.");

export interface ReadCard {
	card: Card;
	usedToken: UsedToken | undefined;
}

export type ReadContext = Pick<CardsContext, "vault" | "database" | "clocks" | "log">;

async function recordForeign(
	{ database, clocks }: ReadContext,
	{ merchant, ownerId, caller }: { merchant: Merchant; ownerId: number; caller: Caller },
): Promise<void> {
	const [owner] = await findMerchants(database, [ownerId]);
	const details = { made_for: owner?.publicId ?? String(ownerId) };
	// The event is for operators only: neither merchant learns of the other.
	const event = { type: "card_token.foreign", object: merchant.publicId, details, merchantId: null, caller } as const;
	await recordEvent(database, clocks, event);
}

/** @throws Problem 400 when the token or a card field is invalid */
export async function readCard(
	context: ReadContext,
	merchant: Merchant,
	source: CardSource,
	caller: Caller,
): Promise<ReadCard> {
	const { vault, log } = context;
	const owner = { id: merchant.id, environment: environmentOf(merchant) };
	try {
		const { token, card } = partCardSource(source);
		if (token !== undefined) return requireHostedForm(merchant, await vault.cardFromToken(token, owner));
		return { card: vault.cardFromFields(card, owner), usedToken: undefined };
	} catch (error) {
		if (error instanceof TokenRefused) {
			log.warn({ merchant_id: merchant.publicId, reason: error.reason }, "card token refused");
			if (error.ownerId !== undefined) await recordForeign(context, { merchant, ownerId: error.ownerId, caller });
			throw tokenUnreadable();
		}
		if (error instanceof CardRefused) throw cardProblem(error, source);
		throw error;
	}
}

function requireHostedForm(merchant: Merchant, read: { card: Card; usedToken: UsedToken }): ReadCard {
	if (merchant.hostedFormOnly && read.usedToken.sessionId === undefined) throw hostedFormOnly();
	return read;
}

/** Two digits each. */
export interface Expiry {
	expiryMonth: string;
	expiryYear: string;
}

export type ExpirySource = Pick<CardSource, "card_expiry_month" | "card_expiry_year">;

/**
 * Completes a partial expiry date from the stored card. Returns `undefined` without any part.
 *
 * @param now business time, ms since 1970
 * @throws Problem 400
 */
export function readExpiry(source: ExpirySource, stored: StoredCard, now: number): Expiry | undefined {
	const { month: givenMonth, year: givenYear } = partCardSource(source).card;
	if (givenMonth === undefined && givenYear === undefined) return undefined;
	const [month, year] = [givenMonth ?? stored.expiry_month, givenYear ?? stored.expiry_year];
	const problems = checkCard({ number: "", month, year, securityCode: "" }, now).filter(
		({ field }) => field === "month" || field === "year",
	);
	if (problems.length > 0) throw cardProblem(new CardRefused(problems), source);
	return { expiryMonth: String(month), expiryYear: String(year) };
}

const fieldReasons = {
	number: "card_number_invalid",
	month: "card_expiry_invalid",
	year: "card_expiry_invalid",
	securityCode: "cvv2_invalid",
} as const;

const namedReasons: Partial<Record<CardRefusal["code"], Reason>> = {
	card_expired: "card_expired",
	brand_not_accepted: "card_brand_not_accepted",
	real_card_at_demo_merchant: "real_card_at_demo_merchant",
	test_card_at_live_merchant: "test_card_at_live_merchant",
};

function cardProblem({ problems }: CardRefused, source: CardSource): Problem {
	const [first, ...others] = problems.map(({ field: part, code, message }) => {
		const field = wireNameOf[part];
		const reason = namedReasons[code] ?? fieldReasons[part];
		return { field, reason, message: quotesAdvice(field, source[field], code) ?? message };
	});
	return first === undefined ? tokenUnreadable() : fieldProblem([first, ...others]);
}

/** Returns the advice about a JSON number that may have lost digits. */
function quotesAdvice(field: string, value: unknown, code: CardRefusal["code"]): string | undefined {
	if (typeof value !== "number") return undefined;
	if (field === "cvv2") return "Send cvv2 in quotes, because a JSON number loses leading zeros.";
	if (field !== "card_number" || code !== "not_a_numeric_string") return undefined;
	return "Send card_number in quotes, because a JSON number cannot hold every card number.";
}
