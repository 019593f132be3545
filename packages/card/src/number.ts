import { numberLengths } from "./brand.ts";

const zero = 48;

/** ISO/IEC 7812-1 annex B, "Luhn", for ASCII digits. */
export function passesLuhn(number: string): boolean {
	let sum = 0;
	for (let i = 0; i < number.length; i++) {
		const digit = number.charCodeAt(number.length - 1 - i) - zero;
		const weighted = i % 2 === 0 ? digit : digit * 2;
		sum += weighted > 9 ? weighted - 9 : weighted;
	}
	return sum % 10 === 0;
}

/** Checks ASCII digits for a known brand, one of its lengths, and the check digit. */
export function isCardNumber(number: string): boolean {
	return passesLuhn(number) && numberLengths(number).includes(number.length);
}
