/** Languages of the payers' pages. */
export const languages = ["en", "fr"] as const;

export type Language = (typeof languages)[number];

/** The Canadian locale of each language, for numbers, amounts and dates. */
export const locales: Record<Language, string> = { en: "en-CA", fr: "fr-CA" };

export const languageParameter = "lang";
