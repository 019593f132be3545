/** Returns ms since 1970; `NaN` for an invalid date or time. A skipped time is an hour later, a repeated one the first. */
export function momentIn(date: string, time: string, timeZone: string): number {
	const asUtc = Date.parse(`${date}T${time}Z`);
	if (Number.isNaN(asUtc)) return Number.NaN;
	// The offset may change between the two guesses, and no more than once within a day.
	const candidates = [asUtc - dayMs, asUtc + dayMs].map((around) => asUtc - offsetAt(around, timeZone));
	const exact = candidates.filter((moment) => moment + offsetAt(moment, timeZone) === asUtc);
	return exact.length > 0 ? Math.min(...exact) : Math.max(...candidates);
}

const dayMs = 86_400_000;

/** Returns a zone's offset from UTC at a moment, in ms. */
function offsetAt(moment: number, timeZone: string): number {
	const format = new Intl.DateTimeFormat("en-US", {
		timeZone,
		hourCycle: "h23",
		year: "numeric",
		month: "numeric",
		day: "numeric",
		hour: "numeric",
		minute: "numeric",
	});
	const parts = Object.fromEntries(format.formatToParts(moment).map(({ type, value }) => [type, Number(value)]));
	const { year = 0, month = 1, day = 1, hour = 0, minute = 0 } = parts;
	const wholeMinute = Math.floor(moment / 60_000) * 60_000;
	return Date.UTC(year, month - 1, day, hour, minute) - wholeMinute;
}
