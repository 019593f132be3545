const day = 24 * 60 * 60 * 1000;

function timeOf(date: string): number {
	return Date.parse(`${date}T00:00:00Z`);
}

function dateOf(time: number): string {
	return new Date(time).toISOString().slice(0, 10);
}

/** 2000 to 2099: AFT files have two-digit years. */
export function isDate(text: string): boolean {
	return /^20\d\d-\d\d-\d\d$/.test(text) && !Number.isNaN(timeOf(text)) && dateOf(timeOf(text)) === text;
}

/** `0YYDDD`: `2026-02-01` → `026032`. */
export function toOrdinalDate(date: string): string {
	const dayOfYear = daysBetween(`${date.slice(0, 4)}-01-01`, date) + 1;
	return `0${date.slice(2, 4)}${String(dayOfYear).padStart(3, "0")}`;
}

export function fromOrdinalDate(text: string): string | undefined {
	const [, year, dayOfYear] = /^0(\d\d)(\d\d\d)$/.exec(text) ?? [];
	if (year === undefined || dayOfYear === undefined) return undefined;
	const date = dateOf(timeOf(`20${year}-01-01`) + (Number(dayOfYear) - 1) * day);
	return date.startsWith(`20${year}`) ? date : undefined;
}

/** Negative when `to` is earlier. */
export function daysBetween(from: string, to: string): number {
	return Math.round((timeOf(to) - timeOf(from)) / day);
}

export function addDays(date: string, days: number): string {
	return dateOf(timeOf(date) + days * day);
}
