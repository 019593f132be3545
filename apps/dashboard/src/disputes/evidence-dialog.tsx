import { useState } from "preact/hooks";
import { useApp } from "../shell/app.ts";
import { OnceDialog } from "../ui/dialogs/once-dialog.tsx";
import { ChangeForm } from "../ui/forms/change-form.tsx";
import { LongTextField, TextField } from "../ui/forms/field.tsx";
import type { Once } from "../ui/forms/once.model.ts";
import type { DisputeRecord } from "./status-chip.tsx";

export interface AnswerDialogProps {
	dispute: DisputeRecord;
	request: Once;
	onClose: () => void;
	onDone: (dispute: DisputeRecord) => void;
}

/** Sends the merchant's evidence. */
export function EvidenceDialog({ dispute, request, onClose, onDone }: AnswerDialogProps) {
	const { api, words, formats } = useApp();
	const [draft, setDraft] = useState({ explanation: "", product: "", carrier: "", tracking: "" });
	const phrases = words.disputes.evidence;
	const set = (changes: Partial<typeof draft>) => setDraft({ ...draft, ...changes });

	function send(): void {
		const body = {
			explanation: draft.explanation,
			product_description: draft.product,
			shipping_carrier: draft.carrier,
			shipping_tracking_number: draft.tracking,
		};
		void request.ask({
			what: formats.money(dispute.amount, dispute.currency),
			send: (idempotencyKey) =>
				api.post("/transaction-service/dispute/{dispute_id}/evidence", {
					path: { dispute_id: dispute.dispute_id },
					body,
					idempotencyKey,
				}),
			onDone,
		});
	}

	return (
		<OnceDialog title={phrases.short} request={request} onClose={onClose}>
			<ChangeForm change={request} action={phrases.short} onSubmit={send} onCancel={onClose}>
				<p>{phrases.explanation}</p>
				<LongTextField
					label={phrases.text}
					hint={phrases.textHint}
					maxLength={20_000}
					error={request.errorOf("explanation")}
					value={draft.explanation}
					onText={(explanation) => set({ explanation })}
				/>
				<TextField
					label={phrases.product}
					isOptional
					maxLength={255}
					autocomplete="off"
					error={request.errorOf("product_description")}
					value={draft.product}
					onText={(product) => set({ product })}
				/>
				<div class="form-row">
					<TextField
						label={phrases.carrier}
						isOptional
						maxLength={255}
						autocomplete="off"
						error={request.errorOf("shipping_carrier")}
						value={draft.carrier}
						onText={(carrier) => set({ carrier })}
					/>
					<TextField
						label={phrases.tracking}
						isOptional
						maxLength={255}
						autocomplete="off"
						error={request.errorOf("shipping_tracking_number")}
						value={draft.tracking}
						onText={(tracking) => set({ tracking })}
					/>
				</div>
			</ChangeForm>
		</OnceDialog>
	);
}
