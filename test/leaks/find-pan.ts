/**
 * Finds card numbers in text: `node --conditions=source test/leaks/find-pan.ts <files>` searches logs, dumps and exports
 * and ends with 1 when it has found one (rule P-42). What it finds it shows masked.
 */
import { readFile } from "node:fs/promises";
import { isCardNumber } from "@cardseal/card";

// Written apart from the search in @cardseal/card that keeps numbers out of our logs: a mistake there shows here.

/** 12 to 19 digits, each followed by at most one blank, dash or dot; what stands beside them is no letter or digit. */
const numberLike = /(?<![0-9A-Za-z])[0-9](?:[ .-]?[0-9]){11,18}(?![0-9A-Za-z])/g;

/** The digits of other scripts, as the runtime's locale data has them. */
const plainDigits = new Map(
	Intl.supportedValuesOf("numberingSystem").flatMap((numberingSystem) => {
		const format = new Intl.NumberFormat("en", { numberingSystem });
		return Array.from({ length: 10 }, (_, digit): [string, string] => [format.format(digit), String(digit)]);
	}),
);

/** Card numbers in a text, as bare digits: a known brand, a length it uses, and the right check digit. */
export function findCardNumbers(text: string): string[] {
	const plain = text.replace(/[^\0-\x7F]/gu, (sign) => plainDigits.get(sign) ?? sign);
	return [...plain.matchAll(numberLike)].map(([found]) => found.replace(/[^0-9]/g, "")).filter(isCardNumber);
}

async function findIn(files: string[]): Promise<number> {
	let found = 0;
	for (const file of files) {
		// Files that are not text can be searched too: what is not UTF-8 in them does not touch the digits beside it.
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
	if (files.length === 0) {
		process.stderr.write("Name the files to search: node --conditions=source test/leaks/find-pan.ts <files>\n");
		process.exitCode = 2;
	} else {
		const found = await findIn(files);
		process.stdout.write(`${found} card numbers in ${files.length} files\n`);
		process.exitCode = found === 0 ? 0 : 1;
	}
}
