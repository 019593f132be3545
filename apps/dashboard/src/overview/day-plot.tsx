import { useEffect, useRef, useState } from "preact/hooks";
import type { DayFigures } from "../api/records.ts";
import { useApp } from "../shell/app.ts";
import type { Drawing } from "./draw-days.ts";

export interface DayPlotProps {
	/** Oldest first. */
	days: DayFigures[];
	currency: string;
}

/** The slider below says each day's figures, so that the plot is read by keyboard and by ear as well. */
export function DayPlot({ days, currency }: DayPlotProps) {
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

	function sentenceOf({ date, approved_count, approved_amount, declined_count }: DayFigures): string {
		return words.overview.daySentence({
			day: formats.day(date),
			approved: formats.count(approved_count),
			amount: formats.money(approved_amount, currency),
			declined: formats.count(declined_count),
		});
	}
}
