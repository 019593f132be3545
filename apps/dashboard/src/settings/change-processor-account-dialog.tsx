import { useState } from "preact/hooks";
import type { Schemas } from "../api/records.ts";
import { useApp } from "../shell/app.ts";
import { Dialog } from "../ui/dialogs/dialog.tsx";
import { ChangeForm } from "../ui/forms/change-form.tsx";
import { TextField } from "../ui/forms/field.tsx";
import { useChange } from "../ui/forms/use-change.ts";

interface ChangeProcessorAccountDialogProps {
	title: string;
	account: Schemas["ProcessorAccount"];
	/** The fields of the account's processor. */
	fields: Schemas["AvailableProcessor"]["fields"];
	onClose: () => void;
	onDone: () => void;
}

/** Changes keys of an account. A secret that is left empty stays as it is. */
export function ChangeProcessorAccountDialog(props: ChangeProcessorAccountDialogProps) {
	const { title, account, fields, onClose, onDone } = props;
	const { api, words } = useApp();
	const change = useChange();
	const [values, setValues] = useState<Record<string, string>>({});
	const phrases = words.settings.processorAccounts;
	const path = { account_id: account.account_id };
	const changeable = fields.filter((field) => !field.is_fixed);

	function save(): void {
		const isSecret = (name: string) => changeable.some((field) => field.name === name && field.is_secret);
		const given = Object.entries(values).filter(([name, value]) => value !== "" || !isSecret(name));
		const body = { fields: Object.fromEntries(given) };
		void change.run(() => api.post("/processor-accounts/{account_id}/change", { path, body }), onDone);
	}

	return (
		<Dialog title={title} onClose={onClose} isBusy={change.state.value.kind === "sending"}>
			<ChangeForm change={change} action={phrases.change} onSubmit={save} onCancel={onClose}>
				<p>{phrases.changeExplanation}</p>
				{changeable.map((field) => (
					<TextField
						key={field.name}
						label={field.label}
						isOptional={field.is_optional}
						hint={field.is_secret ? phrases.keepHint : undefined}
						type={field.is_secret ? "password" : "text"}
						autocomplete="off"
						spellcheck={false}
						error={change.errorOf(`fields.${field.name}`)}
						value={values[field.name] ?? account.fields[field.name] ?? ""}
						onText={(value) => setValues({ ...values, [field.name]: value })}
					/>
				))}
				<p class="muted small">{phrases.secretsHint}</p>
			</ChangeForm>
		</Dialog>
	);
}
