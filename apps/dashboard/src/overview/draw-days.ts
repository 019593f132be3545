/** Draws with uPlot. A separate module, so that only pages with a plot load the library. */
import uPlot from "uplot";
import "uplot/dist/uPlot.min.css";
import type { Schemas } from "../api/records.ts";
import type { Formats } from "../locale/formats.ts";
import type { Words } from "../locale/words.ts";
import { evenSteps } from "./even-steps.ts";

export interface DrawOptions {
	days: Schemas["DayFigures"][];
	currency: string;
	formats: Formats;
	words: Words;
	onPoint: (index: number) => void;
}

export type Drawing = ReturnType<typeof drawDays>;

const heightPixels = 260;

export function drawDays(place: HTMLElement, options: DrawOptions) {
	const plot = new uPlot(plotOptions(place, options), dataOf(options.days), place);
	const resizing = new ResizeObserver(() => plot.setSize({ width: place.clientWidth, height: heightPixels }));
	resizing.observe(place);
	const scheme = matchMedia("(prefers-color-scheme: dark)");
	// With its paths, since the bars keep their colours with them.
	const redraw = () => plot.redraw();
	scheme.addEventListener("change", redraw);
	return {
		point: (index: number): void =>
			plot.setCursor({ left: plot.valToPos(index, "x"), top: plot.over.clientHeight / 2 }, false),
		remove(): void {
			scheme.removeEventListener("change", redraw);
			resizing.disconnect();
			plot.destroy();
		},
	};
}

/** The bars of what was declined stand on those of what was approved: they are drawn first, in the height of both. */
function dataOf(days: Schemas["DayFigures"][]): uPlot.AlignedData {
	return [
		days.map((_, index) => index),
		days.map(({ approved_count, declined_count }) => approved_count + declined_count),
		days.map(({ approved_count }) => approved_count),
		days.map(({ approved_amount }) => approved_amount),
	];
}

function plotOptions(place: HTMLElement, { days, currency, formats, words, onPoint }: DrawOptions): uPlot.Options {
	const { overview, transactions } = words;
	const colour = (name: string) => () => getComputedStyle(place).getPropertyValue(`--color-${name}`);
	const bars = uPlot.paths.bars?.({ size: [0.7, 28] });
	const amounts = new Intl.NumberFormat(formats.locale, {
		style: "currency",
		currency,
		currencyDisplay: "narrowSymbol",
		notation: "compact",
	});
	const axis = { stroke: colour("muted"), ticks: { show: false }, font: "12px system-ui, sans-serif" };
	const noPoints = { points: { show: false } };
	const most = (figureOf: (day: Schemas["DayFigures"]) => number) => Math.max(0, ...days.map(figureOf));
	const counts = evenSteps(
		most((day) => day.approved_count + day.declined_count),
		1,
	);
	const dollars = evenSteps(
		most((day) => day.approved_amount),
		0.25,
	);
	const titled = { labelFont: "12px system-ui, sans-serif", labelSize: 20 };
	return {
		width: place.clientWidth,
		height: heightPixels,
		legend: { show: false },
		cursor: {
			y: false,
			drag: { x: false, y: false },
			points: { show: false },
			// In the middle of a day's bar, wherever over the bar the pointer is.
			move: (plot, left, top) => (left < 0 ? [left, top] : [plot.valToPos(plot.posToIdx(left), "x"), top]),
		},
		hooks: { setCursor: [({ cursor }) => typeof cursor.idx === "number" && onPoint(cursor.idx)] },
		scales: {
			x: { time: false, range: [-0.6, days.length - 0.4] },
			y: { range: [0, counts.at(-1) ?? 1] },
			amount: { range: [0, dollars.at(-1) ?? 1] },
		},
		axes: [
			{
				...axis,
				grid: { show: false },
				...titled,
				label: overview.day,
				size: 28,
				// A date takes up to 60 px; a phone has room for two.
				space: 60,
				incrs: [1, 2, 5, 7, 10, 15],
				values: (_plot, places) => places.map((index) => shortDay(days[index])),
			},
			{
				...axis,
				grid: { stroke: colour("border"), width: 1 },
				...titled,
				label: words.customers.payments,
				splits: () => counts,
				size: 36,
				values: (_plot, ticks) => ticks.map((count) => formats.count(count)),
			},
			{
				...axis,
				scale: "amount",
				side: 1,
				grid: { show: false },
				...titled,
				label: transactions.amountIn(currency),
				splits: () => dollars,
				size: 52,
				values: (_plot, ticks) => ticks.map((value) => amounts.format(value)),
			},
		],
		series: [
			{},
			{ ...noPoints, label: overview.declined, fill: colour("danger"), width: 0, ...(bars && { paths: bars }) },
			{ ...noPoints, label: overview.approved, fill: colour("accent"), width: 0, ...(bars && { paths: bars }) },
			{ ...noPoints, label: overview.amountTaken, scale: "amount", stroke: colour("warning"), width: 2 },
		],
	};

	function shortDay(day: Schemas["DayFigures"] | undefined): string {
		return day === undefined ? "" : formats.shortDay(day.date);
	}
}
