/** The languages of the pages that payers see. */
export const languages = ["en", "fr"] as const;

export type Language = (typeof languages)[number];

/** The name of the query's parameter by which a reader chooses one. */
export const languageParameter = "lang";
