import { segmentLayout } from "./layout.ts";

/** Marks that banks take beside letters, digits and the space. Few, as banks differ in what else they take. */
const marks = "&,.-";

const strange = new RegExp(`[^A-Z0-9 ${marks}]+`, "g");

/** Letters that are no base letter with an accent, after upper-casing: `œ` is `Œ` here, and `ß` is `SS` already. */
const letters: Readonly<Record<string, string>> = {
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
 * Spells a text with what banks take: capitals, digits, the space and `& , . -`. Accents go (`é` → `E`), ligatures are
 * two letters (`œ` → `OE`), everything else, the apostrophe too, is a space, and spaces that come together are one.
 *
 * @returns nothing but spaces becomes the empty text, as does a name in a script without Latin letters
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

/** As `bankText`, and no longer than a field: cut at its end, and never left with a space there. */
export function fitText(text: string, size: number): string {
	return bankText(text).slice(0, size).trimEnd();
}

/** The shortest field that a name is written into. */
const shortestNameSize = segmentLayout.originatorShortName.size;

/** Whether a name can stand in a file: a letter or digit is left of it, however short its field is. */
export function isBankName(name: string): boolean {
	return /[A-Z0-9]/.test(fitText(name, shortestNameSize));
}
