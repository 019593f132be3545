/** Times are in the merchant's zone. */
export interface Formats {
	/** `$31.00 CAD`: several dollars meet on one page. */
	money(dollars: number, currency: string): string;
	/** `25000.00`, for a field: `parseAmount` reads no commas. */
	typedAmount(dollars: number): string;
	/** `1,204` */
	count(value: number): string;
	/** `Nov 21, 2026, 4:05 p.m. EST` */
	moment(milliseconds: number): string;
	/** `4:05 p.m. EST` */
	time(milliseconds: number): string;
	/** `Nov 21, 2026, 4:05:09 p.m. EST` */
	momentToSecond(milliseconds: number): string;
	/** `Nov 21, 2026`, of a calendar day `2026-11-21` */
	day(date: string): string;
	/** `Nov 21`, for the axis of a plot */
	shortDay(date: string): string;
	/** `2026-11-21`: which day a moment falls on in the merchant's zone. */
	dateOf(milliseconds: number): string;
	/** For other formats. */
	locale: string;
	timeZone: string;
}

export function createFormats(locale: string, timeZone: string): Formats {
	const counts = new Intl.NumberFormat(locale);
	const typedAmounts = new Intl.NumberFormat(locale, {
		minimumFractionDigits: 2,
		maximumFractionDigits: 2,
		useGrouping: locale.startsWith("fr"),
	});
	const toMinute = {
		timeZone,
		year: "numeric",
		month: "short",
		day: "numeric",
		hour: "numeric",
		minute: "2-digit",
		timeZoneName: "short",
	} as const;
	const moments = new Intl.DateTimeFormat(locale, toMinute);
	const times = new Intl.DateTimeFormat(locale, {
		timeZone,
		hour: "numeric",
		minute: "2-digit",
		timeZoneName: "short",
	});
	const momentsToSecond = new Intl.DateTimeFormat(locale, { ...toMinute, second: "2-digit" });
	// A calendar day has no zone.
	const days = new Intl.DateTimeFormat(locale, { timeZone: "UTC", dateStyle: "medium" });
	const shortDays = new Intl.DateTimeFormat(locale, { timeZone: "UTC", month: "short", day: "numeric" });
	const isoDays = new Intl.DateTimeFormat("en-CA", { timeZone, year: "numeric", month: "2-digit", day: "2-digit" });
	const amounts = new Map<string, Intl.NumberFormat>();

	function amountsIn(currency: string): Intl.NumberFormat {
		const known = amounts.get(currency);
		if (known !== undefined) return known;
		const made = new Intl.NumberFormat(locale, { style: "currency", currency, currencyDisplay: "narrowSymbol" });
		amounts.set(currency, made);
		return made;
	}

	return {
		money: (dollars, currency) => `${amountsIn(currency).format(dollars)} ${currency}`,
		typedAmount: (dollars) => typedAmounts.format(dollars),
		count: (value) => counts.format(value),
		moment: (milliseconds) => breakBeforeTime(moments, milliseconds),
		time: (milliseconds) => breakBeforeTime(times, milliseconds),
		momentToSecond: (milliseconds) => breakBeforeTime(momentsToSecond, milliseconds),
		day: (date) => days.format(Date.parse(date)),
		shortDay: (date) => shortDays.format(Date.parse(date)),
		dateOf: (milliseconds) => isoDays.format(milliseconds),
		locale,
		timeZone,
	};
}

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
