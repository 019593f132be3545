import * as en from "./en/index.ts";
import type { Words } from "./words.ts";

/** English is part of the script; other languages load separately. */
const loaders: Record<string, () => Promise<Words>> = {
	en: async () => en,
	fr: () => import("./fr/index.ts"),
};

const ordinaryLocale = "en-CA";

/** Returns the first tag (best first) that we speak, else English. As asked: regions write money in their own ways. */
export function chooseLocale(wanted: readonly string[]): string {
	return wanted.find((tag) => Object.hasOwn(loaders, languageOf(tag))) ?? ordinaryLocale;
}

export function loadWords(locale: string): Promise<Words> {
	return (loaders[languageOf(locale)] ?? (async () => en))();
}

function languageOf(tag: string): string {
	return tag.toLowerCase().split("-")[0] ?? "";
}
