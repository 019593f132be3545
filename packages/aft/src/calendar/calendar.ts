import { Temporal } from "temporal-polyfill";
import { addDays } from "./date.ts";

/** Observed by some banks only. */
export type ProvincialHoliday = "Family Day" | "Saint-Jean-Baptiste Day" | "Civic Holiday";

export interface Holiday {
	/** `YYYY-MM-DD`. */
	date: string;
	name: string;
}

interface HolidayRule {
	name: string;
	dateIn: (year: number) => string;
	isFixed?: true;
	provincial?: true;
	since?: number;
}

/** Canada Labour Code, s. 166; S.C. 2021, c. 11. Victoria Day: the Monday before 25 May (Holidays Act, s. 4). */
const rules: readonly HolidayRule[] = [
	{ name: "New Year's Day", dateIn: (year) => `${year}-01-01`, isFixed: true },
	{ name: "Family Day", dateIn: (year) => mondayFrom(`${year}-02-15`), provincial: true },
	{ name: "Good Friday", dateIn: (year) => addDays(easterSunday(year), -2) },
	{ name: "Victoria Day", dateIn: (year) => mondayFrom(`${year}-05-18`) },
	{ name: "Saint-Jean-Baptiste Day", dateIn: (year) => `${year}-06-24`, isFixed: true, provincial: true },
	{ name: "Canada Day", dateIn: (year) => `${year}-07-01`, isFixed: true },
	{ name: "Civic Holiday", dateIn: (year) => mondayFrom(`${year}-08-01`), provincial: true },
	{ name: "Labour Day", dateIn: (year) => mondayFrom(`${year}-09-01`) },
	{
		name: "National Day for Truth and Reconciliation",
		dateIn: (year) => `${year}-09-30`,
		isFixed: true,
		since: 2021,
	},
	{ name: "Thanksgiving Day", dateIn: (year) => mondayFrom(`${year}-10-08`) },
	{ name: "Remembrance Day", dateIn: (year) => `${year}-11-11`, isFixed: true },
	{ name: "Christmas Day", dateIn: (year) => `${year}-12-25`, isFixed: true },
	{ name: "Boxing Day", dateIn: (year) => `${year}-12-26`, isFixed: true },
];

/**
 * Canada Labour Code, s. 195, moves dates on weekends.
 *
 * @param year 2000 to 2099
 */
export function bankHolidays(year: number, provincial: readonly ProvincialHoliday[]): Holiday[] {
	const counted = rules.filter(
		(rule) => year >= (rule.since ?? 0) && (!rule.provincial || provincial.some((name) => name === rule.name)),
	);
	const onDates = counted.map(({ name, dateIn }) => ({ name, date: dateIn(year) }));
	const observed = onDates.filter(({ date }) => !isWeekend(date));
	for (const { name, date } of onDates.filter(({ date }) => isWeekend(date))) {
		const isTaken = (day: string) => isWeekend(day) || observed.some((holiday) => holiday.date === day);
		let substitute = date;
		while (isTaken(substitute)) substitute = addDays(substitute, 1);
		observed.push({ name, date: substitute });
	}
	return observed.sort((one, other) => (one.date < other.date ? -1 : 1));
}

export function isBusinessDay(date: string, provincial: readonly ProvincialHoliday[]): boolean {
	if (isWeekend(date)) return false;
	return !bankHolidays(Number(date.slice(0, 4)), provincial).some((holiday) => holiday.date === date);
}

export function businessDayFrom(date: string, provincial: readonly ProvincialHoliday[]): string {
	let day = date;
	while (!isBusinessDay(day, provincial)) day = addDays(day, 1);
	return day;
}

/** @param count whole, 0 or more; 0 is `businessDayFrom` */
export function addBusinessDays(date: string, count: number, provincial: readonly ProvincialHoliday[]): string {
	let day = businessDayFrom(date, provincial);
	for (let passed = 0; passed < count; passed += 1) day = businessDayFrom(addDays(day, 1), provincial);
	return day;
}

/** Meeus, Astronomical Algorithms (1991), chapter 8. */
export function easterSunday(year: number): string {
	const a = year % 19;
	const b = Math.floor(year / 100);
	const c = year % 100;
	const d = Math.floor(b / 4);
	const e = b % 4;
	const f = Math.floor((b + 8) / 25);
	const g = Math.floor((b - f + 1) / 3);
	const h = (19 * a + b - d - g + 15) % 30;
	const i = Math.floor(c / 4);
	const k = c % 4;
	const l = (32 + 2 * e + 2 * i - h - k) % 7;
	const m = Math.floor((a + 11 * h + 22 * l) / 451);
	const month = Math.floor((h + l - 7 * m + 114) / 31);
	const day = ((h + l - 7 * m + 114) % 31) + 1;
	return Temporal.PlainDate.from({ year, month, day }).toString();
}

function dayOfWeek(date: string): number {
	return Temporal.PlainDate.from(date).dayOfWeek;
}

function isWeekend(date: string): boolean {
	return dayOfWeek(date) > 5;
}

function mondayFrom(date: string): string {
	return addDays(date, (8 - dayOfWeek(date)) % 7);
}
