import { numberLengths } from "./brand.ts";

const zero = 48;

/** Whether the last digit is the check digit of the others (ISO/IEC 7812-1 annex B, "Luhn"). `number` is ASCII digits. */
export function passesLuhn(number: string): boolean {
	let sum = 0;
	for (let i = 0; i < number.length; i++) {
		const digit = number.charCodeAt(number.length - 1 - i) - zero;
		const weighted = i % 2 === 0 ? digit : digit * 2;
		sum += weighted > 9 ? weighted - 9 : weighted;
	}
	return sum % 10 === 0;
}

/** Whether ASCII digits are a card number: a brand we know, a length it uses, and the right check digit. */
export function isCardNumber(number: string): boolean {
	// The cheap question first: texts are searched with this.
	return passesLuhn(number) && numberLengths(number).includes(number.length);
}
