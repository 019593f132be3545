/** The languages of the pages that payers see. */
export const languages = ["en", "fr"] as const;

export type Language = (typeof languages)[number];

/** The Canadian locale of each language, for numbers, amounts and dates. */
export const locales: Record<Language, string> = { en: "en-CA", fr: "fr-CA" };

/** The name of the query's parameter by which a reader chooses one. */
export const languageParameter = "lang";
