import { useState } from "preact/hooks";
import { type App, useApp } from "../shell/app.ts";
import { hrefOf } from "../shell/router.ts";
import { Button } from "../ui/button.tsx";
import { type DialogEnds, FormDialog, useDialog } from "../ui/dialog.tsx";
import type { Change } from "../ui/forms/change.model.ts";
import { LongTextField, TextField, useChange, useForm } from "../ui/forms/fields.tsx";
import { type RecordProps, recordPage } from "../ui/loading/loaded.tsx";
import { News, PageHead, Warning } from "../ui/page.tsx";
import { DetailsPanel, linkTo, type Pair } from "../ui/pairs.tsx";
import { type DisputeRecord, DisputeStatusChip, reasonText, timeLeft } from "./dispute-words.tsx";

export const DisputePage = recordPage("/transaction-service/dispute/{dispute_id}", "disputes", Details);

function Details({ record: dispute, resource }: RecordProps<DisputeRecord>) {
	const app = useApp();
	const { words, formats, may } = app;
	const phrases = words.disputes;
	const { dialog, open, close } = useDialog();
	const [news, setNews] = useState("");
	// One for both answers: while the outcome of one is unknown, the other must not go out.
	const change = useChange();
	const { status, answer, evidence_due_at: dueAt } = dispute;
	const canAnswer = status === "open" && answer === null && may("refund");
	const canSendEvidence = canAnswer && dueAt !== null && app.now() < dueAt;

	const given = (kind: "accept" | "evidence") => ({
		dispute,
		change,
		onClose: () => {
			close();
			change.reset();
		},
		onDone: (changed: DisputeRecord) => {
			close();
			setNews(phrases.done[kind]);
			resource.show(changed);
		},
	});
	const sendEvidence = () => open(<EvidenceDialog {...given("evidence")} />);
	const accept = () => open(<AcceptDialog {...given("accept")} />);
	return (
		<>
			<PageHead
				status={<DisputeStatusChip status={status} />}
				title={phrases.named(formats.money(dispute.amount, dispute.currency))}
				back="disputes"
			>
				{canSendEvidence && <Button label={phrases.evidence.short} isPrimary onClick={sendEvidence} />}
				{canAnswer && <Button label={phrases.accept.short} onClick={accept} />}
			</PageHead>
			{status === "open" && answer === null && dueAt !== null && (
				<Warning>{phrases.answerBefore(formats.moment(dueAt), timeLeft(app, dueAt))}</Warning>
			)}
			<News text={news} />
			<DetailsPanel pairs={pairsOf(app, dispute)} />
			{dialog}
		</>
	);
}

function pairsOf({ words, formats }: App, dispute: DisputeRecord): Pair[] {
	const phrases = words.disputes;
	const { answer, transaction_id, evidence_due_at: dueAt } = dispute;
	return [
		[phrases.charge, linkTo(hrefOf("transaction", { transaction_id }), words.transactions.show)],
		[phrases.columns.amount, formats.money(dispute.amount, dispute.currency)],
		[phrases.columns.reason, reasonText(words, dispute)],
		[phrases.columns.opened, formats.moment(dispute.opened_at)],
		[phrases.columns.due, dueAt !== null && formats.moment(dueAt)],
		[phrases.statusSince, formats.moment(dispute.status_at)],
		[phrases.answered, answer !== null && answerText({ words, formats }, answer)],
		[words.settlements.columns.processor, dispute.processor],
		[words.settlements.processorId, dispute.processor_dispute_id],
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

interface AnswerDialogProps extends DialogEnds<DisputeRecord> {
	dispute: DisputeRecord;
	change: Change;
}

function AcceptDialog({ dispute, change, onClose, onDone }: AnswerDialogProps) {
	const { api, words, formats } = useApp();
	const phrases = words.disputes.accept;
	const money = formats.money(dispute.amount, dispute.currency);
	const path = { dispute_id: dispute.dispute_id };

	function accept(): void {
		void change.ask({
			what: money,
			send: (idempotencyKey) => api.post("/transaction-service/dispute/{dispute_id}/accept", { path, idempotencyKey }),
			onDone,
		});
	}

	return (
		<FormDialog title={phrases.action(money)} change={change} tone="danger" onSubmit={accept} onClose={onClose}>
			<p>{phrases.explanation}</p>
		</FormDialog>
	);
}

function EvidenceDialog({ dispute, change, onClose, onDone }: AnswerDialogProps) {
	const { api, words, formats } = useApp();
	const nothing = { explanation: "", product_description: "", shipping_carrier: "", shipping_tracking_number: "" };
	const { values: body, field } = useForm(nothing, change);
	const phrases = words.disputes.evidence;
	const path = { dispute_id: dispute.dispute_id };

	function send(): void {
		void change.ask({
			what: formats.money(dispute.amount, dispute.currency),
			send: (idempotencyKey) =>
				api.post("/transaction-service/dispute/{dispute_id}/evidence", { path, body, idempotencyKey }),
			onDone,
		});
	}

	return (
		<FormDialog title={phrases.short} change={change} onSubmit={send} onClose={onClose}>
			<p>{phrases.explanation}</p>
			<LongTextField {...field("explanation", phrases.text, phrases.textHint)} maxLength={20_000} />
			<TextField {...field("product_description", phrases.product)} isOptional />
			<div class="form-row">
				<TextField {...field("shipping_carrier", phrases.carrier)} isOptional />
				<TextField {...field("shipping_tracking_number", phrases.tracking)} isOptional />
			</div>
		</FormDialog>
	);
}
