import { useState } from "preact/hooks";
import type { Schemas } from "../api/records.ts";
import { useApp } from "../shell/app.ts";
import { Dialog } from "../ui/dialogs/dialog.tsx";
import { ChangeForm } from "../ui/forms/change-form.tsx";
import { SelectField, TextField } from "../ui/forms/field.tsx";
import { useChange } from "../ui/forms/use-change.ts";

type Processor = Schemas["AvailableProcessor"];

interface NewProcessorAccountDialogProps {
	/** The installed processors, at least one. */
	processors: Processor[];
	onClose: () => void;
	onDone: () => void;
}

/** Connects an account. Its form has the fields of the chosen processor. */
export function NewProcessorAccountDialog({ processors, onClose, onDone }: NewProcessorAccountDialogProps) {
	const { api, session, words } = useApp();
	const { currencies } = session.merchant;
	const change = useChange();
	const [processor, setProcessor] = useState(processors[0]?.name ?? "");
	const [currency, setCurrency] = useState(currencies[0] ?? "");
	const [values, setValues] = useState<Record<string, string>>({});
	const phrases = words.settings.processorAccounts;
	const fields = processors.find(({ name }) => name === processor)?.fields ?? [];

	function choose(name: string): void {
		setProcessor(name);
		setValues({});
	}

	function add(): void {
		const body = { processor, currency, fields: values };
		void change.run(() => api.post("/processor-accounts", { body }), onDone);
	}

	return (
		<Dialog title={phrases.add} onClose={onClose} isBusy={change.state.value.kind === "sending"}>
			<ChangeForm change={change} action={phrases.add} onSubmit={add} onCancel={onClose}>
				<SelectField
					label={phrases.columns.processor}
					value={processor}
					choices={processors.map(({ name: value, title: label }) => ({ value, label }))}
					error={change.errorOf("processor")}
					onChoose={choose}
				/>
				<SelectField
					label={phrases.columns.currency}
					hint={phrases.currencyHint}
					value={currency}
					choices={currencies.map((value) => ({ value, label: value }))}
					error={change.errorOf("currency")}
					onChoose={setCurrency}
				/>
				{fields.map((field) => (
					<TextField
						key={`${processor} ${field.name}`}
						label={field.label}
						isOptional={field.is_optional}
						type={field.is_secret ? "password" : "text"}
						autocomplete="off"
						spellcheck={false}
						required={!field.is_optional}
						error={change.errorOf(`fields.${field.name}`)}
						value={values[field.name] ?? ""}
						onText={(value) => setValues({ ...values, [field.name]: value })}
					/>
				))}
				<p class="muted small">{phrases.secretsHint}</p>
			</ChangeForm>
		</Dialog>
	);
}
