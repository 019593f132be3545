import { useId } from "preact/hooks";
import type { Figures } from "../api/records.ts";
import { useApp } from "../shell/app.ts";
import { Pairs } from "../ui/pairs.tsx";

export function FiguresPanel({ title, figures, currency }: { title: string; figures: Figures; currency: string }) {
	const { words, formats } = useApp();
	const titleId = useId();
	const money = (amount: number) => formats.money(amount, currency);
	const phrases = words.overview;
	const countAndMoney = (count: number, amount: number) => phrases.countAndMoney(formats.count(count), money(amount));
	return (
		<section class="panel figures-panel" aria-labelledby={titleId}>
			<h2 id={titleId}>{title}</h2>
			<p class="big-figure figures">{money(figures.approved_amount)}</p>
			<p class="muted">{phrases.approvedPayments(figures.approved_count, formats.count(figures.approved_count))}</p>
			<Pairs
				pairs={[
					[phrases.declined, countAndMoney(figures.declined_count, figures.declined_amount)],
					[phrases.refunded, countAndMoney(figures.refunded_count, figures.refunded_amount)],
				]}
			/>
		</section>
	);
}
