/** The languages the form speaks, by BCP 47 primary subtag. English is bundled; each other one is a file of its own. */
export const languages = ["en", "fr", "de", "es", "it", "pt", "nl", "pl", "ja", "zh", "ko", "ar", "he"] as const;

export type Language = (typeof languages)[number];

/** The direction a language is written in, as the `dir` attribute wants it. */
export function directionOf(language: Language): "ltr" | "rtl" {
	return language === "ar" || language === "he" ? "rtl" : "ltr";
}

/**
 * The language to show to somebody who wants `wanted`, a BCP 47 tag such as a page's `lang` or `navigator.language`.
 * Region and script do not count (`fr-CA` → `fr`), and an older code counts as today's (`iw` → `he`). English for any
 * other language and for what is no language tag at all.
 *
 * `zh-Hant` → `zh`, which is written in simplified characters: whoever reads traditional ones reads them far more
 * surely than English (CLDR's language matching puts the two scripts at a distance of 19, and a foreign language at 80).
 */
export function nearestLanguage(wanted: string): Language {
	const names = Object.fromEntries(languages.map((language) => [language, language]));
	return inNearestLanguage(names as Record<Language, Language>, wanted);
}

/** What a table holds for the nearest language. */
export function inNearestLanguage<T>(table: Record<Language, T>, wanted: string): T {
	const primary = primarySubtag(wanted);
	return Object.hasOwn(table, primary) ? table[primary as Language] : table.en;
}

/** Empty for what is no tag. POSIX's `fr_CA` is taken as well, since servers print it into pages. */
function primarySubtag(tag: string): string {
	try {
		return new Intl.Locale(tag.replaceAll("_", "-")).language;
	} catch {
		return "";
	}
}
