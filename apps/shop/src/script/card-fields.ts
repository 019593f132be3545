import { brandOf } from "@cardseal/card";
import { digitsOf, formatExpiry, formatNumber, readExpiry } from "./card-format.ts";
import { getElement } from "./page.ts";

export function takeOverCardFields() {
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
