import { type Language, locales } from "../language.ts";

const dayFormat = { year: "numeric", month: "long", day: "numeric" } as const;
const timeFormat = { hour: "numeric", minute: "2-digit", timeZoneName: "short" } as const;

const noBreakSpace = "\u00a0";

/** Writes "June 30, 2026 at 11:30 p.m. EDT". */
export function formatTime(milliseconds: number, timeZone: string, language: Language): string {
	if (language === "fr") return formatFrenchTime(milliseconds, timeZone);
	const format = new Intl.DateTimeFormat(locales.en, { ...dayFormat, ...timeFormat, timeZone });
	// Old mail clients show it as a box.
	return format.format(milliseconds).replaceAll("\u202f", " ");
}

export function formatDay(milliseconds: number, timeZone: string, language: Language): string {
	const day = new Intl.DateTimeFormat(locales[language], { ...dayFormat, timeZone }).format(milliseconds);
	// French has an ordinal for the first.
	return language === "fr" ? day.replace(/^1(?= )/, "1er") : day;
}

/** Writes "9 h 05" (Office québécois de la langue française). */
function formatFrenchTime(milliseconds: number, timeZone: string): string {
	const format = new Intl.DateTimeFormat(locales.fr, { ...timeFormat, timeZone });
	const parts = Object.fromEntries(format.formatToParts(milliseconds).map(({ type, value }) => [type, value]));
	const { hour, minute, timeZoneName = "" } = parts;
	const time = [String(Number(hour)), "h", ...(minute === "00" ? [] : [minute])].join(noBreakSpace);
	return `${formatDay(milliseconds, timeZone, "fr")} à ${time} ${timeZoneName}`;
}
