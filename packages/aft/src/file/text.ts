import { segmentLayout } from "./layout.ts";

/** Accepted by all banks. */
const punctuation = "&,.-";

const strange = new RegExp(`[^A-Z0-9 ${punctuation}]+`, "g");

const letters: Record<string, string> = {
	Œ: "OE",
	Æ: "AE",
	Ø: "O",
	Đ: "D",
	Ð: "D",
	Þ: "TH",
	Ł: "L",
	Ħ: "H",
	Ŋ: "NG",
	Ŧ: "T",
	"–": "-",
	"—": "-",
	"‐": "-",
	"‑": "-",
	"−": "-",
};

const spelled = new RegExp(`[${Object.keys(letters).join("")}]`, "gu");

/**
 * Keeps capitals, digits, space and `& , . -`; drops accents, spells out ligatures.
 *
 * @returns an empty text for a name without Latin letters
 *
 * @example
 * bankText("L’Œuvre d'Élisabeth Tłı̨chǫ"); // "L OEUVRE D ELISABETH TLICHO"
 */
export function bankText(text: string): string {
	return text
		.normalize("NFKD")
		.toUpperCase()
		.replace(/\p{Mark}+/gu, "")
		.replace(spelled, (letter) => letters[letter] ?? "")
		.replace(strange, " ")
		.replace(/ +/g, " ")
		.trim();
}

export function fitText(text: string, size: number): string {
	return bankText(text).slice(0, size).trimEnd();
}

const shortestNameSize = segmentLayout.originatorShortName.size;

export function isBankName(name: string): boolean {
	return /[A-Z0-9]/.test(fitText(name, shortestNameSize));
}
