import { useEffect, useRef, useState } from "preact/hooks";
import type { Schemas } from "../api/records.ts";
import { type App, useApp } from "../shell/app.ts";
import { Button } from "../ui/button.tsx";
import { Panel } from "../ui/page.tsx";
import { type Column, column, DataTable } from "../ui/tables/table.tsx";
import type { Drawing } from "./draw-days.ts";

export function DaysPanel({ days, currency }: DayPlotProps) {
	const app = useApp();
	const [isTable, setTable] = useState(false);
	const { overview } = app.words;
	return (
		<Panel
			title={overview.byDay}
			action={<Button label={overview.asTable} isPressed={isTable} onClick={() => setTable(!isTable)} />}
		>
			{isTable ? (
				<DataTable caption={overview.byDay} columns={columnsFor(app, currency)} rows={days.toReversed()} keyOf="date" />
			) : (
				<DayPlot days={days} currency={currency} />
			)}
		</Panel>
	);
}

function columnsFor({ words, formats }: App, currency: string): Column<Schemas["DayFigures"]>[] {
	const { overview } = words;
	const money = (amount: number) => formats.money(amount, currency);
	return [
		column(overview.day, "labelled", ({ date }) => formats.day(date)),
		column(overview.approved, "amount", (day) => formats.count(day.approved_count)),
		column(overview.amountTaken, "amount end", (day) => money(day.approved_amount)),
		column(overview.declined, "amount", (day) => formats.count(day.declined_count)),
		column(overview.refunded, "amount", (day) => money(day.refunded_amount)),
	];
}

interface DayPlotProps {
	days: Schemas["DayFigures"][];
	currency: string;
}

/** The slider below says each day's figures, so that the plot is read by keyboard and by ear as well. */
function DayPlot({ days, currency }: DayPlotProps) {
	const { words, formats } = useApp();
	const place = useRef<HTMLDivElement>(null);
	const drawing = useRef<Drawing | undefined>(undefined);
	const [shown, setShown] = useState(days.length - 1);
	useEffect(() => {
		let isWanted = true;
		void import("./draw-days.ts").then(({ drawDays }) => {
			if (!isWanted || place.current === null) return;
			drawing.current = drawDays(place.current, { days, currency, formats, words, onPoint: setShown });
		});
		return () => {
			isWanted = false;
			drawing.current?.remove();
		};
	}, [days, currency, formats, words]);

	function show(index: number): void {
		setShown(index);
		drawing.current?.point(index);
	}

	const day = days[shown];
	const sentence = day === undefined ? "" : sentenceOf(day);
	return (
		<figure class="plot">
			<figcaption class="legend">
				<span data-series="approved">{words.overview.approved}</span>
				<span data-series="declined">{words.overview.declined}</span>
				<span data-series="amount">{words.overview.amountTaken}</span>
			</figcaption>
			<div ref={place} class="plot-place" aria-hidden="true" />
			<label class="plot-slider">
				<span class="visually-hidden">{words.overview.day}</span>
				<input
					type="range"
					min={0}
					max={days.length - 1}
					value={shown}
					aria-valuetext={sentence}
					onInput={(event) => show(event.currentTarget.valueAsNumber)}
				/>
			</label>
			<p class="figures plot-day" aria-hidden="true">
				{sentence}
			</p>
		</figure>
	);

	function sentenceOf({ date, approved_count, approved_amount, declined_count }: Schemas["DayFigures"]): string {
		return words.overview.daySentence({
			day: formats.day(date),
			approved: formats.count(approved_count),
			amount: formats.money(approved_amount, currency),
			declined: formats.count(declined_count),
		});
	}
}
