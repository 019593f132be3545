import { expect, test } from "vitest";
import { payerPageWords } from "./words.ts";

const texts = (words: object): string[] =>
	Object.values(words).flatMap((value) =>
		typeof value === "function" ? [String(value("a", "b"))] : typeof value === "object" ? texts(value) : [value],
	);

test("every French text of payers' pages differs from the English one", () => {
	const [english, french] = [texts(payerPageWords.en), texts(payerPageWords.fr)];
	expect(french).toHaveLength(english.length);
	const same = english.filter((text, place) => text === french[place]);
	expect(same).toEqual(["a minutes"]);
});
