/** Zero in the common digits: ASCII, Arabic-Indic, extended Arabic-Indic (Persian, Urdu), full-width. */
const zeros = [0x30, 0x660, 0x6f0, 0xff10];

/** Returns only the digits of a text in any script, as ASCII. */
export function digitsOf(text: string): string {
	return Array.from(text, asciiDigit).join("");
}

/** Returns the text with its digits in ASCII and everything else unchanged. */
export function withAsciiDigits(text: string): string {
	return Array.from(text, (character) => asciiDigit(character) || character).join("");
}

function asciiDigit(character: string): string {
	const code = character.charCodeAt(0);
	const zero = zeros.find((zero) => code >= zero && code < zero + 10);
	return zero === undefined ? "" : String(code - zero);
}
