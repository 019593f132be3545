import { useApp } from "../shell/app.ts";
import { OnceDialog } from "../ui/dialogs/once-dialog.tsx";
import { ChangeForm } from "../ui/forms/change-form.tsx";
import type { AnswerDialogProps } from "./evidence-dialog.tsx";

/** Gives the disputed amount up. */
export function AcceptDialog({ dispute, request, onClose, onDone }: AnswerDialogProps) {
	const { api, words, formats } = useApp();
	const phrases = words.disputes.accept;
	const money = formats.money(dispute.amount, dispute.currency);
	const title = phrases.action(money);

	function accept(): void {
		void request.ask({
			what: money,
			send: (idempotencyKey) =>
				api.post("/transaction-service/dispute/{dispute_id}/accept", {
					path: { dispute_id: dispute.dispute_id },
					idempotencyKey,
				}),
			onDone,
		});
	}

	return (
		<OnceDialog title={title} request={request} onClose={onClose}>
			<ChangeForm change={request} action={title} tone="danger" onSubmit={accept} onCancel={onClose}>
				<p>{phrases.explanation}</p>
			</ChangeForm>
		</OnceDialog>
	);
}
