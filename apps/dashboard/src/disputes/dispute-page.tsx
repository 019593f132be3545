import { useState } from "preact/hooks";
import { type App, useApp } from "../shell/app.ts";
import { hrefOf } from "../shell/router.ts";
import { useOnce } from "../ui/forms/use-once.ts";
import type { Resource } from "../ui/loading/resource.ts";
import { Loaded } from "../ui/loading/states.tsx";
import { useResource } from "../ui/loading/use-resource.ts";
import { PageHead } from "../ui/page-head.tsx";
import { type Pair, Pairs } from "../ui/pairs.tsx";
import { AcceptDialog } from "./accept-dialog.tsx";
import { reasonText, timeLeft } from "./dispute-text.ts";
import { EvidenceDialog } from "./evidence-dialog.tsx";
import { type DisputeRecord, DisputeStatusChip } from "./status-chip.tsx";

/** One dispute, and the merchant's answer to it. */
export function DisputePage({ dispute_id: id }: { dispute_id: string }) {
	const { api } = useApp();
	const resource = useResource(
		(signal) => api.get("/transaction-service/dispute/{dispute_id}", { path: { dispute_id: id }, signal }),
		id,
	);
	return (
		<Loaded resource={resource} parent="disputes">
			{(dispute) => <Details dispute={dispute} resource={resource} />}
		</Loaded>
	);
}

interface DetailsProps {
	dispute: DisputeRecord;
	resource: Resource<DisputeRecord>;
}

type Kind = "accept" | "evidence";

function Details({ dispute, resource }: DetailsProps) {
	const app = useApp();
	const { words, formats, may } = app;
	const phrases = words.disputes;
	const [asked, setAsked] = useState<Kind>();
	const [news, setNews] = useState("");
	// One for both answers: while the outcome of one is unknown, the other must not go out.
	const request = useOnce();
	const { status, answer, evidence_due_at: dueAt } = dispute;
	const canAnswer = status === "open" && answer === null && may("refund");
	const canSendEvidence = canAnswer && dueAt !== null && app.now() < dueAt;

	function close(): void {
		setAsked(undefined);
		request.reset();
	}
	const dialog = (kind: Kind) => ({
		dispute,
		request,
		onClose: close,
		onDone: (changed: DisputeRecord) => {
			close();
			setNews(phrases.done[kind]);
			resource.show(changed);
		},
	});

	return (
		<>
			<PageHead
				title={phrases.named(formats.money(dispute.amount, dispute.currency))}
				back={{ href: hrefOf("disputes", {}), label: phrases.title }}
			>
				{canSendEvidence && (
					<button type="button" class="button" onClick={() => setAsked("evidence")}>
						{phrases.evidence.short}
					</button>
				)}
				{canAnswer && (
					<button type="button" class="button-quiet" onClick={() => setAsked("accept")}>
						{phrases.accept.short}
					</button>
				)}
			</PageHead>
			<p>
				<DisputeStatusChip status={status} />
			</p>
			{status === "open" && answer === null && dueAt !== null && (
				<p class="notice" data-tone="warning">
					{phrases.answerBefore(formats.moment(dueAt), timeLeft(app, dueAt))}
				</p>
			)}
			<div role="status">{news && <p class="notice">{news}</p>}</div>
			<section class="panel section" aria-labelledby="details">
				<h2 id="details">{phrases.details}</h2>
				<Pairs pairs={pairsOf(app, dispute)} />
			</section>
			{asked === "evidence" && <EvidenceDialog {...dialog("evidence")} />}
			{asked === "accept" && <AcceptDialog {...dialog("accept")} />}
		</>
	);
}

function pairsOf({ words, formats }: App, dispute: DisputeRecord): Pair[] {
	const phrases = words.disputes;
	const { answer, transaction_id, evidence_due_at: dueAt } = dispute;
	return [
		[
			phrases.charge,
			<a key="charge" href={hrefOf("transaction", { transaction_id })}>
				{phrases.showCharge}
			</a>,
		],
		[phrases.columns.amount, formats.money(dispute.amount, dispute.currency)],
		[phrases.columns.reason, reasonText(words, dispute)],
		[phrases.columns.opened, formats.moment(dispute.opened_at)],
		[phrases.columns.due, dueAt !== null && formats.moment(dueAt)],
		[phrases.statusSince, formats.moment(dispute.status_at)],
		[phrases.answered, answer !== null && answerText({ words, formats }, answer)],
		[phrases.processor, dispute.processor],
		[phrases.processorId, dispute.processor_dispute_id],
		[phrases.id, dispute.dispute_id],
	];
}

function answerText(
	{ words, formats }: Pick<App, "words" | "formats">,
	{ kind, sent_at: sentAt, refusal }: NonNullable<DisputeRecord["answer"]>,
): string {
	const phrases = words.disputes;
	if (refusal !== null) return phrases.refused(refusal);
	const sent = sentAt === null ? phrases.beingSent : phrases.sentOn(formats.moment(sentAt));
	return `${phrases.answers[kind]}, ${sent}`;
}
