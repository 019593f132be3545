/**
 * Finds card numbers in text: `npm run lab -- find-pan FILE …` searches logs, dumps and
 * exports, shows masked numbers, and exits with 1 when it has found one (rule P-42).
 */
import { statSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { isCardNumber } from "@cardseal/card";

// Independent of the search in @cardseal/card that redacts logs, so that a mistake there shows here.

/** 12 to 19 digits, each followed by at most one blank, dash or dot, with no letter or digit next to them. */
const numberLike = /(?<![0-9A-Za-z])[0-9](?:[ .-]?[0-9]){11,18}(?![0-9A-Za-z])/g;

/** Digits of other scripts, from the runtime's locale data. */
const plainDigits = new Map(
	Intl.supportedValuesOf("numberingSystem").flatMap((numberingSystem) => {
		const format = new Intl.NumberFormat("en", { numberingSystem });
		return Array.from({ length: 10 }, (_, digit): [string, string] => [format.format(digit), String(digit)]);
	}),
);

/** Returns the card numbers in a text as bare digits: known brand, valid length, valid check digit. */
export function findCardNumbers(text: string): string[] {
	const plain = text.replace(/[^\0-\x7F]/gu, (sign) => plainDigits.get(sign) ?? sign);
	return [...plain.matchAll(numberLike)].map(([found]) => found.replace(/[^0-9]/g, "")).filter(isCardNumber);
}

async function findIn(files: string[]): Promise<number> {
	let found = 0;
	for (const file of files) {
		// Reads binary files too: invalid UTF-8 does not change the digits next to it.
		const lines = (await readFile(file, "utf8")).split("\n");
		for (const [index, line] of lines.entries()) {
			for (const number of findCardNumbers(line)) {
				process.stdout.write(`${file}:${index + 1}: a card number ending in ${number.slice(-4)}\n`);
				found += 1;
			}
		}
	}
	return found;
}

if (import.meta.main) {
	const files = process.argv.slice(2);
	// Pipes are read as well.
	const wrong = files.find((file) => statSync(file, { throwIfNoEntry: false })?.isDirectory() ?? true);
	if (files.length === 0 || wrong !== undefined) {
		// Somebody may paste the number itself.
		const name = wrong !== undefined && findCardNumbers(wrong).length > 0 ? "One of them" : wrong;
		const problem = wrong === undefined ? "" : `${name} does not exist, or is a folder. `;
		process.stderr.write(`${problem}Name the files to search: npm run lab -- find-pan FILE …\n`);
		process.exitCode = 2;
	} else {
		const found = await findIn(files);
		process.stdout.write(`${found} card numbers in ${files.length} files\n`);
		process.exitCode = found === 0 ? 0 : 1;
	}
}
