import { brandOf } from "@cardseal/card";
import { checkoutWords as words } from "../locale/en/checkout.ts";
import type { CardFields } from "./card-fields.ts";
import type { FieldId, Problem } from "./problems.ts";

/** The part of the library that this page uses, as its documentation describes it. */
export interface EncryptionLibrary {
	encryptCard(publicKey: string, card: TypedCard): Promise<string>;
	/** Makes the key agreement ahead, for one later `encryptCard`. */
	prepare(publicKey: string): { encryptCard(card: TypedCard): Promise<string> };
	/** What it throws: a stable `code`, and the field at fault. */
	CardsealError: abstract new () => Error & { readonly code: string; readonly field: string | undefined };
}

declare global {
	/** What the gateway's script-tag file leaves on the page; missing when the browser refused or could not load it. */
	var CardSeal: EncryptionLibrary | undefined;
}

type TypedCard = ReturnType<CardFields["read"]>;

/** A card that has become a token. The number is gone from the page; this is what stands in for it. */
export interface SealedCard {
	readonly token: string;
	/** "Visa •••• 1111" */
	readonly shown: string;
}

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
			try {
				const token = await (prepared?.encryptCard(card) ?? library.encryptCard(publicKey, card));
				fields.wipe();
				return { token, shown: `${brandOf(card.number) ?? ""} •••• ${card.number.slice(-4)}`.trim() };
			} catch (error) {
				return problemsOf(library, error, card);
			}
		},
	};
}

/** Where each of the library's fields stands on the page. */
const inputOf: ReadonlyMap<string | undefined, FieldId> = new Map([
	["number", "number"],
	["month", "expiry"],
	["year", "expiry"],
	["securityCode", "security-code"],
]);

/** The library names the first field that is wrong; beside it, every field that was left empty. */
function problemsOf(library: EncryptionLibrary, error: unknown, card: TypedCard): Problem[] {
	const { code, field } = error instanceof library.CardsealError ? error : {};
	if (code === "no_secure_random") return [{ field: "form", message: words.noSecureRandom }];
	const input = inputOf.get(field);
	if (input === undefined) return [{ field: "form", message: words.notSealed }];
	const missing = missingFields(card);
	const reported = missing.some((problem) => problem.field === input);
	return reported ? missing : [...missing, { field: input, message: messageFor(input, code) }];
}

function missingFields({ number, month, securityCode }: TypedCard): Problem[] {
	const problems: Problem[] = [];
	if (number === "") problems.push({ field: "number", message: words.numberMissing });
	if (month === "") problems.push({ field: "expiry", message: words.expiryMissing });
	if (securityCode === "") problems.push({ field: "security-code", message: words.securityCodeMissing });
	return problems;
}

function messageFor(field: FieldId, code: string | undefined): string {
	if (code === "card_expired") return words.cardExpired;
	if (field === "number") return words.numberInvalid;
	return field === "expiry" ? words.expiryInvalid : words.securityCodeInvalid;
}
