/** ASCII, Arabic-Indic, extended Arabic-Indic, full-width. */
const zeros = [0x30, 0x660, 0x6f0, 0xff10];

export function digitsOf(text: string): string {
	return Array.from(text, asciiDigit).join("");
}

export function withAsciiDigits(text: string): string {
	return Array.from(text, (character) => asciiDigit(character) || character).join("");
}

function asciiDigit(character: string): string {
	const code = character.charCodeAt(0);
	const zero = zeros.find((zero) => code >= zero && code < zero + 10);
	return zero === undefined ? "" : String(code - zero);
}
