import { english } from "../locale/en.ts";
import type { Language } from "../locale/languages.ts";
import type { Words } from "../locale/words.ts";
import type { HashedFile, PageData } from "../wire/page-data.ts";
import { wordsMs } from "../wire/time-limits.ts";

/**
 * Loads the words of a language; English when they cannot be loaded. The hash proves that the file is the built one.
 */
export async function loadWords(
	wanted: Language,
	{ languages }: PageData,
): Promise<{ language: Language; words: Words }> {
	const words = await fetchWords(languages[wanted]);
	return words ? { language: wanted, words } : { language: "en", words: english };
}

async function fetchWords(file: HashedFile | undefined): Promise<Words | undefined> {
	if (!file) return undefined;
	try {
		const { url, integrity } = file;
		const response = await fetch(url, { integrity, credentials: "omit", signal: AbortSignal.timeout(wordsMs) });
		return response.ok ? ((await response.json()) as Words) : undefined;
	} catch {
		return undefined;
	}
}
