import { brandOf } from "@cardseal/card";
import { digitsOf, type Edit, formatExpiry, formatNumber, readExpiry, type Typed } from "./card-format.ts";
import { getElement } from "./elements.ts";

/** The card's inputs on the page. */
export interface CardFields {
	/** What was typed, as the encryption library takes it. */
	read(): { number: string; month: string; year: string; securityCode: string };
	/** Fills the fields in, as for a demo. Each value is digits. */
	fill(card: { number: string; expiry: string; securityCode: string }): void;
	/** Empties every field. */
	wipe(): void;
	/** Shows the fields, or takes them away while a sealed card stands in for them. */
	show(visible: boolean): void;
	focus(): void;
	/** Calls back once, when the first of the fields gets the focus. */
	onFirstFocus(callback: () => void): void;
}

/** Takes over the card's inputs: groups the number, writes the date, shows the brand. Nothing typed leaves them. */
export function takeOverCardFields(): CardFields {
	const fieldset = getElement("card", HTMLFieldSetElement);
	const number = getElement("number", HTMLInputElement);
	const expiry = getElement("expiry", HTMLInputElement);
	const securityCode = getElement("security-code", HTMLInputElement);
	const brand = getElement("brand", HTMLOutputElement);

	function showBrand(): void {
		const name = brandOf(digitsOf(number.value)) ?? "";
		// Only when it changes: each change is read out.
		if (brand.value !== name) brand.value = name;
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
		fill(card) {
			number.value = formatNumber({ value: card.number, caret: 0 }, "insert").value;
			expiry.value = formatExpiry({ value: card.expiry, caret: 0 }, "insert").value;
			securityCode.value = card.securityCode;
			for (const input of [number, expiry, securityCode]) input.dispatchEvent(new Event("input"));
		},
		wipe() {
			for (const input of [number, expiry, securityCode]) input.value = "";
			showBrand();
		},
		show(visible) {
			fieldset.hidden = !visible;
		},
		focus: () => number.focus(),
		onFirstFocus: (callback) => fieldset.addEventListener("focusin", callback, { once: true }),
	};
}

function formatWhileTyping(input: HTMLInputElement, format: (typed: Typed, edit: Edit) => Typed): void {
	input.addEventListener("input", (event) => {
		const caret = input.selectionStart ?? input.value.length;
		const formatted = format({ value: input.value, caret }, editOf(event));
		if (formatted.value !== input.value) input.value = formatted.value;
		if (document.activeElement === input) input.setSelectionRange(formatted.caret, formatted.caret);
	});
}

function editOf(event: Event): Edit {
	const kind = event instanceof InputEvent ? event.inputType : "";
	if (kind.startsWith("delete")) return kind.endsWith("Forward") ? "delete_forward" : "delete_backward";
	return "insert";
}
