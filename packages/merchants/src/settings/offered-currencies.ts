/** All have cents. */
export const offeredCurrencies = ["CAD", "USD", "EUR", "GBP", "AUD", "NZD", "CHF", "MXN", "SEK", "NOK", "DKK"] as const;
