import { brandOf, type CardProblemCode, checkCard } from "@cardseal/card";
import { checkoutWords as words } from "../locale/en/checkout.ts";
import type { SealedCard } from "./card-entry.ts";
import type { CardFields } from "./card-fields.ts";
import type { FieldId, Problem } from "./problems.ts";

/** The part of the library that this page uses, as its documentation describes it. */
export interface EncryptionLibrary {
	encryptCard(publicKey: string, card: TypedCard): Promise<string>;
	/** Makes the key agreement ahead, for one later `encryptCard`. */
	prepare(publicKey: string): { encryptCard(card: TypedCard): Promise<string> };
	/** What it throws, with a stable `code`. */
	CardsealError: abstract new () => Error & { readonly code: string };
}

type TypedCard = ReturnType<CardFields["read"]>;

/** Encrypts the card in the fields, and empties them as soon as the token is made. */
export interface Sealer {
	/** Does the slow part ahead. */
	prepare(): void;
	/** The sealed card, or what the payer has to mend; then the fields keep what was typed. */
	seal(): Promise<SealedCard | Problem[]>;
}

/** Seals with the library on the page, to the merchant's public key. */
export function createSealer(library: EncryptionLibrary, publicKey: string, fields: CardFields): Sealer {
	let prepared: ReturnType<EncryptionLibrary["prepare"]> | undefined;
	return {
		prepare() {
			// A key that is not one is the shop's mistake: it is reported when somebody pays, not while they type.
			try {
				prepared ??= library.prepare(publicKey);
			} catch {}
		},
		async seal() {
			const card = fields.read();
			const problems = problemsWith(card);
			if (problems.length > 0) return problems;
			try {
				const token = await (prepared?.encryptCard(card) ?? library.encryptCard(publicKey, card));
				fields.wipe();
				return { token, shown: `${brandOf(card.number) ?? ""} •••• ${card.number.slice(-4)}`.trim() };
			} catch (error) {
				return [problemOf(library, error)];
			}
		},
	};
}

/** Where each part of the card stands on the page. */
const inputOf: Record<keyof TypedCard, FieldId> = {
	number: "number",
	month: "expiry",
	year: "expiry",
	securityCode: "security-code",
};

/** Everything that is wrong with the card, at its field. The library itself stops at the first thing it has to refuse. */
function problemsWith(card: TypedCard): Problem[] {
	const missing = missingFields(card);
	const wrong = checkCard(card, Date.now()).flatMap(({ field, code }): Problem[] => {
		const input = inputOf[field];
		return missing.some((problem) => problem.field === input)
			? []
			: [{ field: input, message: messageFor(input, code) }];
	});
	return [...missing, ...wrong];
}

/** The card is as it should be, so this is the browser's or the shop's trouble. */
function problemOf(library: EncryptionLibrary, error: unknown): Problem {
	const unsafe = error instanceof library.CardsealError && error.code === "no_secure_random";
	return { field: "form", message: unsafe ? words.noSecureRandom : words.notSealed };
}

function missingFields({ number, month, securityCode }: TypedCard): Problem[] {
	const problems: Problem[] = [];
	if (number === "") problems.push({ field: "number", message: words.numberMissing });
	if (month === "") problems.push({ field: "expiry", message: words.expiryMissing });
	if (securityCode === "") problems.push({ field: "security-code", message: words.securityCodeMissing });
	return problems;
}

function messageFor(field: FieldId, code: CardProblemCode): string {
	if (code === "card_expired") return words.cardExpired;
	if (field === "number") return words.numberInvalid;
	return field === "expiry" ? words.expiryInvalid : words.securityCodeInvalid;
}
