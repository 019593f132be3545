import { segmentLayout } from "./layout.ts";

/** The only punctuation that all banks accept. */
const punctuation = "&,.-";

const strange = new RegExp(`[^A-Z0-9 ${punctuation}]+`, "g");

/** Capitals that are not a base letter with an accent. Upper-casing already turns `ß` into `SS`. */
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
 * Transliterates a text to what banks accept: capitals, digits, space and `& , . -`. Accents are dropped (`é` → `E`), ligatures
 * become two letters (`œ` → `OE`), and each run of other characters, including apostrophes, becomes one space.
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

/** Transliterates a text and cuts it to a field, without a trailing space. */
export function fitText(text: string, size: number): string {
	return bankText(text).slice(0, size).trimEnd();
}

const shortestNameSize = segmentLayout.originatorShortName.size;

/** Tells whether a letter or digit of the name is left, even in the shortest field. */
export function isBankName(name: string): boolean {
	return /[A-Z0-9]/.test(fitText(name, shortestNameSize));
}
