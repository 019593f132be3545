import { useState } from "preact/hooks";
import type { DayFigures } from "../api/records.ts";
import { type App, useApp } from "../shell/app.ts";
import { Button } from "../ui/button.tsx";
import { Panel } from "../ui/page.tsx";
import { type Column, DataTable } from "../ui/tables/table.tsx";
import { DayPlot, type DayPlotProps } from "./day-plot.tsx";

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
				<DataTable
					caption={overview.byDay}
					columns={columnsFor(app, currency)}
					rows={days.toReversed()}
					keyOf={({ date }) => date}
				/>
			) : (
				<DayPlot days={days} currency={currency} />
			)}
		</Panel>
	);
}

function columnsFor({ words, formats }: App, currency: string): Column<DayFigures>[] {
	const { overview } = words;
	const money = (amount: number) => formats.money(amount, currency);
	return [
		[overview.day, "labelled", ({ date }) => formats.day(date)],
		[overview.approved, "amount", (day) => formats.count(day.approved_count)],
		[overview.amountTaken, "amount end", (day) => money(day.approved_amount)],
		[overview.declined, "amount", (day) => formats.count(day.declined_count)],
		[overview.refunded, "amount", (day) => money(day.refunded_amount)],
	];
}
