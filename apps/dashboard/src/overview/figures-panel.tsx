import { useId } from "preact/hooks";
import type { Figures } from "../api/records.ts";
import { useApp } from "../shell/app.ts";

export interface FiguresPanelProps {
	title: string;
	figures: Figures;
	currency: string;
}

/** Approved, declined and refunded amounts of a period. */
export function FiguresPanel({ title, figures, currency }: FiguresPanelProps) {
	const { words, formats } = useApp();
	const titleId = useId();
	const money = (amount: number) => formats.money(amount, currency);
	const phrases = words.overview;
	return (
		<section class="panel figures-panel" aria-labelledby={titleId}>
			<h2 id={titleId}>{title}</h2>
			<p class="big-figure figures">{money(figures.approved_amount)}</p>
			<p class="muted">{phrases.approvedPayments(figures.approved_count, formats.count(figures.approved_count))}</p>
			<dl class="pairs">
				<div>
					<dt>{phrases.declined}</dt>
					<dd>{phrases.countAndMoney(formats.count(figures.declined_count), money(figures.declined_amount))}</dd>
				</div>
				<div>
					<dt>{phrases.refunded}</dt>
					<dd>{phrases.countAndMoney(formats.count(figures.refunded_count), money(figures.refunded_amount))}</dd>
				</div>
			</dl>
		</section>
	);
}
