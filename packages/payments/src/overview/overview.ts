import type { Merchant } from "@cardseal/merchants";
import type { Clock } from "@cardseal/platform";
import type { Database } from "@cardseal/platform/db";
import { type DayFigures, sumDays } from "./overview.store.ts";
import { type Figures, figureNames } from "./payment-sums.store.ts";

/** The count includes today. */
export const shownDays = 30;

export async function readOverview(database: Database, clock: Clock, merchant: Merchant) {
	const days = lastDays(dayIn(merchant.timeZone, clock.now()), shownDays);
	const [from = "", today = ""] = [days[0], days.at(-1)];
	const found = await sumDays(database, { merchantId: merchant.id, timeZone: merchant.timeZone, from, to: today });
	const currencies = shownCurrencies(merchant.currencies, found);
	return {
		timeZone: merchant.timeZone,
		today,
		currencies: currencies.map((currency) => currencyOverview(currency, days, found)),
	};
}

/** `time` is ms since 1970. */
export function dayIn(timeZone: string, time: number): string {
	// This locale formats dates as ISO 8601.
	return new Intl.DateTimeFormat("sv-SE", { timeZone, dateStyle: "short" }).format(time);
}

/** Returns days up to `day`, oldest first. */
export function lastDays(day: string, count: number): string[] {
	const [year = 0, month = 1, date = 1] = day.split("-").map(Number);
	return Array.from({ length: count }, (_, index) =>
		new Date(Date.UTC(year, month - 1, date - (count - 1 - index))).toISOString().slice(0, 10),
	);
}

/** Returns used currencies, enabled ones first; by default the first enabled one. */
function shownCurrencies(enabled: string[], found: DayFigures[]): string[] {
	const used = new Set(found.map(({ currency }) => currency));
	const known = enabled.filter((currency) => used.has(currency));
	const others = [...used].filter((currency) => !enabled.includes(currency)).sort();
	const shown = [...known, ...others];
	return shown.length > 0 ? shown : enabled.slice(0, 1);
}

const nothing = figuresBy(() => 0);

function currencyOverview(currency: string, days: string[], found: DayFigures[]) {
	const ofCurrency = found.filter((one) => one.currency === currency);
	const byDay = new Map(ofCurrency.map(({ date, currency: _same, ...figures }) => [date, figures]));
	const all = days.map((date) => ({ date, ...(byDay.get(date) ?? nothing) }));
	const last30Days = ofCurrency.reduce(sum, nothing);
	return { currency, today: byDay.get(days.at(-1) ?? "") ?? nothing, last30Days, days: all };
}

function sum(one: Figures, other: Figures): Figures {
	return figuresBy((name) => one[name] + other[name]);
}

function figuresBy(figureOf: (name: keyof Figures) => number): Figures {
	return Object.fromEntries(figureNames.map((name) => [name, figureOf(name)])) as Figures;
}
