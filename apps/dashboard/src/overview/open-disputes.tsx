import type { Overview } from "../api/records.ts";
import { reasonText, timeLeft } from "../disputes/dispute-words.tsx";
import { useApp } from "../shell/app.ts";
import { hrefOf } from "../shell/router.ts";
import { Panel } from "../ui/page.tsx";

export function OpenDisputes({ disputes }: { disputes: Overview["open_disputes"] }) {
	const app = useApp();
	const { words, formats } = app;
	const phrases = words.disputes;
	return (
		<Panel
			title={phrases.openOnes}
			action={
				<a href={hrefOf("disputes", {}, { dispute_status: "open" })}>
					{phrases.allOpen(formats.count(disputes.count))}
				</a>
			}
		>
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
		</Panel>
	);
}
