/** Languages of the payers' pages and of mails. */
export const languages = ["en", "fr"] as const;

export type Language = (typeof languages)[number];

/** The Canadian locale of each language, for numbers, amounts and dates. */
export const locales: Record<Language, string> = { en: "en-CA", fr: "fr-CA" };

/**
 * Returns the supported language nearest to a BCP 47 tag, or to the first such tag of a list; `undefined` if none is near.
 * Lenient: `fr_CA.UTF-8` and a header such as `de, fr-CA;q=0.8` are understood. Pure.
 */
export function nearestLanguage(given: unknown): Language | undefined {
	if (typeof given !== "string") return undefined;
	// The longest header that browsers send is far shorter.
	const tags = given.slice(0, 255).split(",");
	const known = tags.map(primaryLanguage).map((primary) => languages.find((language) => language === primary));
	return known.find((language) => language !== undefined);
}

/** `fr` for `fr-CA`, `fr_CA.UTF-8`, `fra` and `FR;q=0.8`; `undefined` for what is no tag. */
function primaryLanguage(text: string): string | undefined {
	const tag = text
		.replace(/[;.@].*$/, "")
		.replaceAll("_", "-")
		.trim();
	try {
		return new Intl.Locale(tag).language;
	} catch {
		return undefined;
	}
}

export const languageParameter = "lang";
