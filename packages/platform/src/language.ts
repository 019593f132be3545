export const languages = ["en", "fr"] as const;

export type Language = (typeof languages)[number];

export const locales: Record<Language, string> = { en: "en-CA", fr: "fr-CA" };

/** Lenient: accepts `fr_CA.UTF-8` and `de, fr-CA;q=0.8`. */
export function nearestLanguage(given: unknown): Language | undefined {
	if (typeof given !== "string") return undefined;
	// Browsers' longest header is far shorter.
	const tags = given.slice(0, 255).split(",");
	const known = tags.map(primaryLanguage).map((primary) => languages.find((language) => language === primary));
	return known.find((language) => language !== undefined);
}

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
