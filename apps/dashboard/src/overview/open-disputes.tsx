import type { Overview } from "../api/records.ts";
import { reasonText, timeLeft } from "../disputes/dispute-text.ts";
import { useApp } from "../shell/app.ts";
import { hrefOf } from "../shell/router.ts";

/** The open disputes that are due first, with the time left for an answer. */
export function OpenDisputes({ disputes }: { disputes: Overview["open_disputes"] }) {
	const app = useApp();
	const { words, formats } = app;
	const phrases = words.disputes;
	return (
		<section class="panel section" aria-labelledby="open-disputes">
			<div class="section-head">
				<h2 id="open-disputes">{phrases.openOnes}</h2>
				<a href={hrefOf("disputes", {}, { dispute_status: "open" })}>
					{phrases.allOpen(formats.count(disputes.count))}
				</a>
			</div>
			<ul class="plain-list">
				{disputes.due_first.map((dispute) => (
					<li key={dispute.dispute_id}>
						<a href={hrefOf("dispute", { dispute_id: dispute.dispute_id })}>
							{phrases.named(formats.money(dispute.amount, dispute.currency))}
						</a>
						<p class="muted">
							{dispute.evidence_due_at !== null && <strong>{timeLeft(app, dispute.evidence_due_at)} · </strong>}
							{reasonText(words, dispute)}
						</p>
					</li>
				))}
			</ul>
		</section>
	);
}
