import type { JSX } from "preact";
import { useRef, useState } from "preact/hooks";
import { CardFrame, type CardHandle } from "../look/card-frame.tsx";
import { ChangeForm } from "../look/change-form.tsx";
import { Dialog } from "../look/dialog.tsx";
import { Loaded } from "../look/states.tsx";
import { useChange } from "../look/use-change.ts";
import { useResource } from "../look/use-resource.ts";
import { useApp } from "../shell/app.ts";
import type { Customer } from "./customer-fields.ts";

export interface AddCardDialogProps {
	customer: Customer;
	onClose: () => void;
	onDone: (customer: Customer) => void;
}

/** Takes a card in the card form's own frame, and stores it when the bank has verified it. */
export function AddCardDialog({ customer, onClose, onDone }: AddCardDialogProps): JSX.Element {
	const { api, words } = useApp();
	const key = useResource((signal) => api.read<{ public_key: string }>("/public-key", { signal }), "");
	const [cardProblem, setCardProblem] = useState("");
	const card = useRef<CardHandle | null>(null);
	const change = useChange();
	const phrases = words.customers;

	async function send(): Promise<Customer | undefined> {
		const token = await card.current?.tokenize();
		if (token === undefined) return undefined;
		const path = `/customer-service/customer/${customer.lookup_id}/card`;
		return api.change<Customer>("POST", path, { body: { token } });
	}

	function add(): void {
		setCardProblem("");
		void change.run(send, (changed) => changed && onDone(changed));
	}

	return (
		<Dialog title={phrases.addCard} onClose={onClose} isBusy={change.state.value.kind === "sending"}>
			<Loaded resource={key}>
				{({ public_key: publicKey }) => (
					<ChangeForm change={change} action={phrases.addCard} onSubmit={add} onCancel={onClose}>
						<p class="muted">{phrases.addCardHint}</p>
						<CardFrame publicKey={publicKey} handle={card} onProblem={setCardProblem} onSubmit={add} />
						<p class="field-error" role="alert">
							{cardProblem}
						</p>
					</ChangeForm>
				)}
			</Loaded>
		</Dialog>
	);
}
