import { useRef, useState } from "preact/hooks";
import { useApp } from "../shell/app.ts";
import { Dialog } from "../ui/dialogs/dialog.tsx";
import { CardFrame, type CardHandle } from "../ui/forms/card-frame.tsx";
import { ChangeForm } from "../ui/forms/change-form.tsx";
import { useChange } from "../ui/forms/use-change.ts";
import type { Customer } from "./customer-fields.ts";

export interface AddCardDialogProps {
	customer: Customer;
	onClose: () => void;
	onDone: (customer: Customer) => void;
}

/** Takes a card in the card form's own frame, and stores it when the bank has verified it. */
export function AddCardDialog({ customer, onClose, onDone }: AddCardDialogProps) {
	const { api, words, session } = useApp();
	const [cardProblem, setCardProblem] = useState("");
	const card = useRef<CardHandle | null>(null);
	const change = useChange();
	const phrases = words.customers;

	async function send(): Promise<Customer | undefined> {
		const token = await card.current?.tokenize();
		if (token === undefined) return undefined;
		return api.post("/customer-service/customer/{customer_lookup_id}/card", {
			path: { customer_lookup_id: customer.lookup_id },
			body: { token },
		});
	}

	function add(): void {
		setCardProblem("");
		void change.run(send, (changed) => changed && onDone(changed));
	}

	return (
		<Dialog title={phrases.addCard} onClose={onClose} isBusy={change.state.value.kind === "sending"}>
			<ChangeForm change={change} action={phrases.addCard} onSubmit={add} onCancel={onClose}>
				<p class="muted">{phrases.addCardHint}</p>
				<CardFrame
					publicKey={session.merchant.public_key ?? ""}
					handle={card}
					onProblem={setCardProblem}
					onSubmit={add}
				/>
				<p class="field-error" role="alert">
					{cardProblem}
				</p>
			</ChangeForm>
		</Dialog>
	);
}
