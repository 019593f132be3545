/** BCP 47 primary subtags. */
export const languages = ["en", "fr", "de", "es", "it", "pt", "nl", "pl", "ja", "zh", "ko", "ar", "he"] as const;

export type Language = (typeof languages)[number];

export function directionOf(language: Language): "ltr" | "rtl" {
	return language === "ar" || language === "he" ? "rtl" : "ltr";
}

/** Ignores region and script (`fr-CA` → `fr`), updates older codes (`iw` → `he`). Default: English. */
export function nearestLanguage(wanted: string): Language {
	const names = Object.fromEntries(languages.map((language) => [language, language]));
	return inNearestLanguage(names as Record<Language, Language>, wanted);
}

export function inNearestLanguage<T>(table: Record<Language, T>, wanted: string): T {
	return table[primarySubtag(wanted) as Language] ?? table.en;
}

/** Lower case, so never a name that every object has. Reads POSIX's `fr_CA`. */
function primarySubtag(tag: string): string {
	try {
		return new Intl.Locale(tag.replaceAll("_", "-")).language;
	} catch {
		return "";
	}
}
