/** The language of the pages, and how it writes money, dates and times. */
export const language = "en-CA";

/** The zone of the shop, in which its receipts are dated. */
export const timeZone = "America/Toronto";
