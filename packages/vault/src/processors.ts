// `npm test` checks its importers.
import { type Card, securityCodeOf } from "./cards/card.ts";
import { digitsOf } from "./cards/pan.ts";

export {
	accountRefused,
	authenticationRequired,
	codesIn,
	type DeclineLine,
	type DeclineMeaning,
	declined,
	declineTable,
	environmentField,
	isTestAccount,
	notAuthenticated,
	payerNameOf,
	requestRefused,
	stillWaiting,
	unknown,
} from "./processors/adapter-answers.ts";
export { jsonOf, NotSent, type SendingLimits, type SentAnswer, sendOnce } from "./processors/send-once.ts";

/** Never log, store or throw it. */
export interface CardNumbers {
	number: string;
	/** Two digits each. */
	month: string;
	year: string;
	/** Absent for stored cards. */
	securityCode: string | undefined;
}

export function numbersOf(card: Card): CardNumbers {
	const { pan, expiryMonth: month, expiryYear: year } = card;
	return { number: digitsOf(pan), month, year, securityCode: securityCodeOf(card) };
}
