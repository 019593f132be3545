/** Times are in the merchant's zone. */
export function createFormats(locale: string, timeZone: string) {
	const counts = new Intl.NumberFormat(locale);
	const typedAmounts = new Intl.NumberFormat(locale, {
		minimumFractionDigits: 2,
		maximumFractionDigits: 2,
		useGrouping: locale.startsWith("fr"),
	});
	const hourAndMinute = { timeZone, hour: "numeric", minute: "2-digit", timeZoneName: "short" } as const;
	const toMinute = { ...hourAndMinute, year: "numeric", month: "short", day: "numeric" } as const;
	const moments = new Intl.DateTimeFormat(locale, toMinute);
	const times = new Intl.DateTimeFormat(locale, hourAndMinute);
	const momentsToSecond = new Intl.DateTimeFormat(locale, { ...toMinute, second: "2-digit" });
	// A calendar day has no zone.
	const days = new Intl.DateTimeFormat(locale, { timeZone: "UTC", dateStyle: "medium" });
	const shortDays = new Intl.DateTimeFormat(locale, { timeZone: "UTC", month: "short", day: "numeric" });
	const isoDays = new Intl.DateTimeFormat("en-CA", { timeZone, year: "numeric", month: "2-digit", day: "2-digit" });
	const amountsIn = (currency: string) =>
		new Intl.NumberFormat(locale, { style: "currency", currency, currencyDisplay: "narrowSymbol" });

	return {
		/** `$31.00 CAD`: several dollars meet on one page. */
		money: (dollars: number, currency: string) => `${amountsIn(currency).format(dollars)} ${currency}`,
		/** `25000.00`, for a field: `parseAmount` reads no commas. */
		typedAmount: (dollars: number) => typedAmounts.format(dollars),
		count: (value: number) => counts.format(value),
		/** `Nov 21, 2026, 4:05 p.m. EST` */
		moment: (milliseconds: number) => breakBeforeTime(moments, milliseconds),
		time: (milliseconds: number) => breakBeforeTime(times, milliseconds),
		/** `Nov 21, 2026, 4:05:09 p.m. EST` */
		momentToSecond: (milliseconds: number) => breakBeforeTime(momentsToSecond, milliseconds),
		/** `Nov 21, 2026`, of a calendar day `2026-11-21` */
		day: (date: string) => days.format(Date.parse(date)),
		shortDay: (date: string) => shortDays.format(Date.parse(date)),
		/** `2026-11-21`: which day a moment falls on in the merchant's zone. */
		dateOf: (milliseconds: number) => isoDays.format(milliseconds),
		locale,
		timeZone,
	};
}

export type Formats = ReturnType<typeof createFormats>;

/** French hours have no leading zero (Office québécois de la langue française). */
function breakBeforeTime(format: Intl.DateTimeFormat, milliseconds: number): string {
	const { locale } = format.resolvedOptions();
	return format
		.formatToParts(milliseconds)
		.map(({ type, value }, place, parts) => {
			if (type === "hour" && locale.startsWith("fr")) return value.replace(/^0(?=\d)/, "");
			return parts[place + 1]?.type === "hour" ? value : value.replaceAll(/\s/g, "\u00A0");
		})
		.join("");
}
