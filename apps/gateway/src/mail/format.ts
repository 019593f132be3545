import { type Language, locales } from "../language.ts";

const dayFormat = { year: "numeric", month: "long", day: "numeric" } as const;
const timeFormat = { hour: "numeric", minute: "2-digit", timeZoneName: "short" } as const;

/** "June 30, 2026 at 11:30 p.m. EDT": formats a time, ms since 1970, in a zone (IANA name). */
export function formatTime(milliseconds: number, timeZone: string): string {
	const format = new Intl.DateTimeFormat("en-CA", { ...dayFormat, ...timeFormat, timeZone });
	// Intl puts a narrow no-break space before "p.m.", which old mail clients show as a box.
	return format.format(milliseconds).replaceAll("\u202f", " ");
}

/** "June 30, 2026": formats the day of a time, ms since 1970, in a zone (IANA name). */
export function formatDay(milliseconds: number, timeZone: string, language: Language = "en"): string {
	return new Intl.DateTimeFormat(locales[language], { ...dayFormat, timeZone }).format(milliseconds);
}
