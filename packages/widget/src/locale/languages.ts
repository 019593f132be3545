/** The form's languages, by BCP 47 primary subtag. */
export const languages = ["en", "fr", "de", "es", "it", "pt", "nl", "pl", "ja", "zh", "ko", "ar", "he"] as const;

export type Language = (typeof languages)[number];

/** The writing direction, as a value of the `dir` attribute. */
export function directionOf(language: Language): "ltr" | "rtl" {
	return language === "ar" || language === "he" ? "rtl" : "ltr";
}

/**
 * Returns the language for `wanted`, a BCP 47 tag such as a page's `lang` or `navigator.language`. Region and script
 * are ignored (`fr-CA` → `fr`), and an older code means the current one (`iw` → `he`). English for all other languages
 * and invalid tags. `zh-Hant` → `zh` in simplified characters: readers of traditional ones understand them better than
 * English (CLDR's language matching gives distance 19 between the scripts, 80 for a foreign language).
 */
export function nearestLanguage(wanted: string): Language {
	const names = Object.fromEntries(languages.map((language) => [language, language]));
	return inNearestLanguage(names as Record<Language, Language>, wanted);
}

/** Returns a table's entry for the nearest language. */
export function inNearestLanguage<T>(table: Record<Language, T>, wanted: string): T {
	const primary = primarySubtag(wanted);
	return Object.hasOwn(table, primary) ? table[primary as Language] : table.en;
}

/** Empty for an invalid tag. Accepts POSIX's `fr_CA`, since servers print it into pages. */
function primarySubtag(tag: string): string {
	try {
		return new Intl.Locale(tag.replaceAll("_", "-")).language;
	} catch {
		return "";
	}
}
