import { useApp } from "../shell/app.ts";
import { type DialogEnds, FormDialog } from "../ui/dialog.tsx";
import type { Change } from "../ui/forms/change.model.ts";
import { LongTextField, TextField, useForm } from "../ui/forms/fields.tsx";
import type { DisputeRecord } from "./dispute-words.tsx";

export interface AnswerDialogProps extends DialogEnds<DisputeRecord> {
	dispute: DisputeRecord;
	/** Outlives the dialog. */
	change: Change;
}

export function AcceptDialog({ dispute, change, onClose, onDone }: AnswerDialogProps) {
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

export function EvidenceDialog({ dispute, change, onClose, onDone }: AnswerDialogProps) {
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
			<LongTextField {...field("explanation")} label={phrases.text} hint={phrases.textHint} maxLength={20_000} />
			<TextField {...field("product_description")} label={phrases.product} isOptional />
			<div class="form-row">
				<TextField {...field("shipping_carrier")} label={phrases.carrier} isOptional />
				<TextField {...field("shipping_tracking_number")} label={phrases.tracking} isOptional />
			</div>
		</FormDialog>
	);
}
