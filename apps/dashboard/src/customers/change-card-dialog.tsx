import { useState } from "preact/hooks";
import { useApp } from "../shell/app.ts";
import { maskOf } from "../transactions/transaction-words.ts";
import { Dialog } from "../ui/dialogs/dialog.tsx";
import { ChangeForm } from "../ui/forms/change-form.tsx";
import { CheckField, TextField } from "../ui/forms/field.tsx";
import { useChange } from "../ui/forms/use-change.ts";
import type { Card, Customer } from "./customer-fields.ts";

export interface ChangeCardDialogProps {
	customer: Customer;
	card: Card;
	onClose: () => void;
	onDone: (customer: Customer) => void;
}

/** A label and a new expiry date for the card, and whether it is the one that is charged when none is named. */
export function ChangeCardDialog({ customer, card, onClose, onDone }: ChangeCardDialogProps) {
	const { api, words } = useApp();
	const [label, setLabel] = useState(card.card_description ?? "");
	const [expiry, setExpiry] = useState(card.card_expiry);
	const [isDefault, setDefault] = useState(card.is_default);
	const change = useChange();
	const phrases = words.customers;

	function save(): void {
		const path = { customer_lookup_id: customer.lookup_id, card_lookup_id: card.lookup_id };
		const route = "/customer-service/customer/{customer_lookup_id}/card/{card_lookup_id}";
		const body = {
			// Sending the unchanged label would undo another person's change.
			...(label !== (card.card_description ?? "") && { card_description: label.trim() || null }),
			...(isDefault && { is_default: true }),
			...(expiry.trim() !== card.card_expiry && expiryOf(expiry)),
		};
		void change.run(() => api.patch(route, { path, body }), onDone);
	}

	return (
		<Dialog title={phrases.changeCard(maskOf(card))} onClose={onClose} isBusy={change.state.value.kind === "sending"}>
			<ChangeForm change={change} action={words.shared.save} onSubmit={save} onCancel={onClose}>
				<TextField
					label={phrases.cardLabel}
					hint={phrases.cardLabelHint}
					isOptional
					autocomplete="off"
					maxLength={255}
					error={change.errorOf("card_description")}
					value={label}
					onText={setLabel}
				/>
				<TextField
					label={phrases.cardExpiry}
					hint={phrases.cardExpiryHint}
					autocomplete="off"
					inputMode="numeric"
					maxLength={7}
					error={change.errorOf("card_expiry_month") ?? change.errorOf("card_expiry_year")}
					value={expiry}
					onText={setExpiry}
				/>
				{!card.is_default && <CheckField label={phrases.makeDefault} isChecked={isDefault} onCheck={setDefault} />}
			</ChangeForm>
		</Dialog>
	);
}

/** Splits `MM/YY`; the gateway judges the parts. */
function expiryOf(text: string) {
	const [month = "", year = ""] = text.split("/").map((part) => part.trim());
	return { card_expiry_month: month, card_expiry_year: year };
}
