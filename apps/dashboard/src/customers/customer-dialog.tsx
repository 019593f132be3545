import { useState } from "preact/hooks";
import { useApp } from "../shell/app.ts";
import { Dialog } from "../ui/dialogs/dialog.tsx";
import { ChangeForm } from "../ui/forms/change-form.tsx";
import { SelectField, TextField } from "../ui/forms/field.tsx";
import { useChange } from "../ui/forms/use-change.ts";
import { type Customer, changesIn, customerFields, draftOf } from "./customer-fields.ts";

export interface CustomerDialogProps {
	/** The customer to be changed; a new one without. */
	customer?: Customer;
	onClose: () => void;
	onDone: (customer: Customer) => void;
}

export function CustomerDialog({ customer, onClose, onDone }: CustomerDialogProps) {
	const { api, words } = useApp();
	const [before] = useState(() => draftOf(customer));
	const [draft, setDraft] = useState(before);
	const change = useChange();
	const phrases = words.customers;
	const title = customer === undefined ? phrases.create : phrases.change;

	function save(): void {
		const body = changesIn(draft, before);
		const send = () =>
			customer === undefined
				? api.post("/customer-service/customer", { body: { email: null, ...body } })
				: api.put("/customer-service/customer/{customer_lookup_id}", {
						path: { customer_lookup_id: customer.lookup_id },
						body,
					});
		void change.run(send, onDone);
	}

	return (
		<Dialog title={title} onClose={onClose} isBusy={change.state.value.kind === "sending"}>
			<ChangeForm change={change} action={words.shared.save} onSubmit={save} onCancel={onClose}>
				<div class="form-row">
					{customerFields
						.filter((field) => field !== "language")
						.map((field) => (
							<TextField
								key={field}
								label={phrases.fields[field]}
								hint={field === "country" ? phrases.countryHint : undefined}
								isOptional={field !== "email"}
								type={field === "email" ? "email" : "text"}
								// The details are another person's than the one who types.
								autocomplete="off"
								maxLength={255}
								error={change.errorOf(field)}
								value={draft[field]}
								onText={(text) => setDraft({ ...draft, [field]: text })}
							/>
						))}
					<SelectField
						label={phrases.fields.language}
						hint={phrases.languageHint}
						error={change.errorOf("language")}
						value={draft.language}
						choices={Object.entries(phrases.languages).map(([value, label]) => ({ value, label }))}
						onChoose={(language) => setDraft({ ...draft, language })}
					/>
				</div>
			</ChangeForm>
		</Dialog>
	);
}
