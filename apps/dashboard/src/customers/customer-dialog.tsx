import { useState } from "preact/hooks";
import { useApp } from "../shell/app.ts";
import { type DialogEnds, FormDialog } from "../ui/dialog.tsx";
import { SelectField, TextField, useForm } from "../ui/forms/fields.tsx";
import { type Customer, changesIn, customerFields, draftOf } from "./customer-fields.ts";

export function CustomerDialog({ customer, onClose, onDone }: DialogEnds<Customer> & { customer?: Customer }) {
	const { api, words } = useApp();
	const [before] = useState(() => draftOf(customer));
	const { change, values, field } = useForm(before);
	const phrases = words.customers;

	function save(): void {
		const body = changesIn(values, before);
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
		<FormDialog
			title={customer === undefined ? phrases.create : phrases.change}
			change={change}
			saves
			onSubmit={save}
			onClose={onClose}
		>
			<div class="form-row">
				{customerFields
					.filter((name) => name !== "language")
					.map((name) => (
						<TextField
							key={name}
							{...field(name, phrases.fields[name], name === "country" ? phrases.countryHint : undefined)}
							isOptional={name !== "email"}
							type={name === "email" ? "email" : "text"}
						/>
					))}
				<SelectField
					{...field("language", phrases.fields.language, phrases.languageHint)}
					choices={phrases.languages}
				/>
			</div>
		</FormDialog>
	);
}
