/* The page's scripts could read the card in the page's own inputs, so this way takes the most care. */
import { brandOf, checkCard } from "@cardseal/card";
import type { Problem } from "../checkout/page-protocol.ts";
import { checkoutWords as words } from "../locale/for-scripts.ts";
import { digitsOf, formatExpiry, formatNumber, readExpiry } from "./card-format.ts";
import { takeOverCheckout } from "./checkout.ts";
import { getData, getElement, showFormProblem } from "./page.ts";

interface TypedCard {
	number: string;
	month: string;
	year: string;
	securityCode: string;
}

interface EncryptionLibrary {
	encryptCard(publicKey: string, card: TypedCard): Promise<string>;
	CardsealError: abstract new () => Error & { readonly code: string };
}

const library = (globalThis as { CardSeal?: EncryptionLibrary }).CardSeal;
if (library === undefined) showFormProblem(words.sealNotLoaded);
else takeOver(library);

function takeOver({ encryptCard, CardsealError }: EncryptionLibrary): void {
	function messageOf(error: unknown): string {
		const code = error instanceof CardsealError ? error.code : undefined;
		if (code !== "invalid_public_key") return words.notSealed;
		reportError(error);
		return words.shopCannotCharge;
	}

	const fields = takeOverCardFields();
	const publicKey = getData(getElement("payment", HTMLFormElement), "publicKey");
	takeOverCheckout({
		async seal() {
			const card = fields.read();
			const problems = problemsWith(card);
			if (problems.length > 0) return problems;
			try {
				const token = await encryptCard(publicKey, card);
				fields.clear();
				return { token, shown: `${brandOf(card.number) ?? ""} •••• ${card.number.slice(-4)}`.trim() };
			} catch (error) {
				return [{ field: "form", message: messageOf(error) }];
			}
		},
		focus: fields.focus,
		takeTestNumber(number) {
			fields.fill(number, `12${new Date().getFullYear() + 3}`, "123");
			getElement("pay", HTMLButtonElement).focus();
		},
	});
}

function problemsWith(card: TypedCard): Problem[] {
	const inputs = {
		number: ["number", card.number, words.numberMissing, words.numberInvalid],
		expiry: ["expiry", card.month, words.expiryMissing, words.expiryInvalid],
		securityCode: ["security-code", card.securityCode, words.securityCodeMissing, words.securityCodeInvalid],
	} as const;
	return checkCard(card, Date.now()).map(({ field: part, code }) => {
		const [field, typed, missing, invalid] = inputs[part === "month" || part === "year" ? "expiry" : part];
		if (typed === "") return { field, message: missing };
		return { field, message: code === "card_expired" ? words.cardExpired : invalid };
	});
}

function takeOverCardFields() {
	const number = getElement("number", HTMLInputElement);
	const expiry = getElement("expiry", HTMLInputElement);
	const securityCode = getElement("security-code", HTMLInputElement);
	const brand = getElement("brand", HTMLOutputElement);

	function showBrand(): void {
		const name = brandOf(digitsOf(number.value)) ?? "";
		// Each change is read out.
		if (brand.value !== name) brand.value = name;
	}

	function setValues(...values: string[]): void {
		for (const [index, input] of [number, expiry, securityCode].entries()) {
			input.value = values[index] ?? "";
			input.dispatchEvent(new Event("input"));
		}
	}

	formatWhileTyping(number, formatNumber);
	formatWhileTyping(expiry, formatExpiry);
	number.addEventListener("input", showBrand);

	return {
		read: () => ({
			number: digitsOf(number.value),
			securityCode: securityCode.value.trim(),
			...readExpiry(expiry.value),
		}),
		fill: setValues,
		clear: () => setValues(),
		focus: () => number.focus(),
	};
}

function formatWhileTyping(input: HTMLInputElement, format: typeof formatNumber): void {
	input.addEventListener("input", (event) => {
		const caret = input.selectionStart ?? input.value.length;
		const formatted = format({ value: input.value, caret }, event instanceof InputEvent ? event.inputType : "");
		if (formatted.value !== input.value) input.value = formatted.value;
		if (document.activeElement === input) input.setSelectionRange(formatted.caret, formatted.caret);
	});
}
