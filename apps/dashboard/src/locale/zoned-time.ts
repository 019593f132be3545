/**
 * The moment of a clock's reading in a time zone. A reading that the clocks skip in spring is the hour after; one that they
 * show twice in autumn is the first.
 *
 * @param date `2026-11-21`
 * @param time `09:30`
 * @param timeZone IANA name
 * @returns ms since 1970; `NaN` when date or time are none
 */
export function momentIn(date: string, time: string, timeZone: string): number {
	const asUtc = Date.parse(`${date}T${time}Z`);
	if (Number.isNaN(asUtc)) return Number.NaN;
	// The offset may change between the two guesses, and no more than once within a day.
	const candidates = [asUtc - dayMs, asUtc + dayMs].map((around) => asUtc - offsetAt(around, timeZone));
	const exact = candidates.filter((moment) => moment + offsetAt(moment, timeZone) === asUtc);
	return exact.length > 0 ? Math.min(...exact) : Math.max(...candidates);
}

const dayMs = 86_400_000;

/** How far a zone's clocks are ahead of UTC at a moment, in ms. */
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
