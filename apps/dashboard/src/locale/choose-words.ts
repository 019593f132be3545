import * as en from "./en/index.ts";
import type { Words } from "./words.ts";

/** English is part of the script; other languages load separately. */
const loaders: Record<string, () => Promise<Words>> = {
	en: async () => en,
	fr: () => import("./fr/index.ts"),
};

const ordinaryLocale = "en-CA";

/**
 * The first of the reader's languages that we speak, else English.
 *
 * @param wanted BCP 47 tags, best first: `navigator.languages`
 * @returns the tag as it was asked for, since regions write money and dates in their own ways
 */
export function chooseLocale(wanted: readonly string[]): string {
	return wanted.find((tag) => Object.hasOwn(loaders, languageOf(tag))) ?? ordinaryLocale;
}

/** The words of a locale that `chooseLocale` gave. */
export function loadWords(locale: string): Promise<Words> {
	return (loaders[languageOf(locale)] ?? (async () => en))();
}

function languageOf(tag: string): string {
	return tag.toLowerCase().split("-")[0] ?? "";
}
