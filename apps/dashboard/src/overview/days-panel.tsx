import { useState } from "preact/hooks";
import type { DayFigures } from "../api/records.ts";
import { type App, useApp } from "../shell/app.ts";
import { type Column, DataTable } from "../ui/tables/data-table.tsx";
import { DayPlot, type DayPlotProps } from "./day-plot.tsx";

/** The last 30 days as a plot, and the same figures as a table. */
export function DaysPanel({ days, currency }: DayPlotProps) {
	const app = useApp();
	const [isTable, setTable] = useState(false);
	const { overview } = app.words;
	return (
		<section class="panel section" aria-labelledby="days">
			<div class="section-head">
				<h2 id="days">{overview.byDay}</h2>
				<button type="button" class="button-quiet" aria-pressed={isTable} onClick={() => setTable(!isTable)}>
					{overview.asTable}
				</button>
			</div>
			{isTable ? (
				<DataTable
					caption={overview.byDay}
					columns={columnsFor(app, currency)}
					rows={days.toReversed()}
					keyOf={({ date }) => date}
				/>
			) : (
				<DayPlot days={days} currency={currency} />
			)}
		</section>
	);
}

function columnsFor({ words, formats }: App, currency: string): Column<DayFigures>[] {
	const { overview } = words;
	const money = (amount: number) => formats.money(amount, currency);
	return [
		{ key: "day", head: overview.day, cell: ({ date }) => formats.day(date) },
		{ key: "approved", head: overview.approved, isAmount: true, cell: (day) => formats.count(day.approved_count) },
		{
			key: "taken",
			head: overview.amountTaken,
			isAmount: true,
			inCard: "end",
			cell: (day) => money(day.approved_amount),
		},
		{ key: "declined", head: overview.declined, isAmount: true, cell: (day) => formats.count(day.declined_count) },
		{ key: "refunded", head: overview.refunded, isAmount: true, cell: (day) => money(day.refunded_amount) },
	];
}
