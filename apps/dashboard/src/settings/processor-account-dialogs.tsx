import { useState } from "preact/hooks";
import type { Schemas } from "../api/records.ts";
import { useApp } from "../shell/app.ts";
import { confirmDialog, type DialogEnds, FormDialog } from "../ui/dialog.tsx";
import { type FieldState, SelectField, TextField, useChange, useForm } from "../ui/forms/fields.tsx";

export type Account = Schemas["ProcessorAccount"];
type Processor = Schemas["AvailableProcessor"];
type Field = Processor["fields"][number];

export function nameOf({ title, currency }: Account): string {
	return `${title}, ${currency}`;
}

interface AccountFieldProps extends FieldState<string> {
	field: Field;
	hint?: string | undefined;
	isRequired?: boolean;
}

function AccountField({ field, isRequired = false, ...state }: AccountFieldProps) {
	return (
		<TextField
			label={field.label}
			isOptional={field.is_optional}
			type={field.is_secret ? "password" : "text"}
			spellcheck={false}
			maxLength={100_000}
			required={isRequired}
			{...state}
		/>
	);
}

export function NewAccountDialog({ processors, onClose, onDone }: DialogEnds & { processors: Processor[] }) {
	const { api, session, words } = useApp();
	const { currencies } = session.merchant;
	const nothing: Record<string, string> = {};
	const { change, values, set, field } = useForm({
		processor: processors[0]?.name ?? "",
		currency: currencies[0] ?? "",
		fields: nothing,
	});
	const phrases = words.settings.processorAccounts;
	const fields = processors.find(({ name }) => name === values.processor)?.fields ?? [];
	const add = () => void change.run(() => api.post("/processor-accounts", { body: values }), onDone);
	return (
		<FormDialog title={phrases.add} change={change} onSubmit={add} onClose={onClose}>
			<SelectField
				{...field("processor", phrases.columns.processor)}
				choices={processors.map(({ name, title }) => [name, title])}
				onChange={(processor) => set({ processor, fields: nothing })}
			/>
			<SelectField {...field("currency", phrases.columns.currency, phrases.currencyHint)} choices={currencies} />
			{fields.map((one) => (
				<AccountField
					key={`${values.processor} ${one.name}`}
					field={one}
					error={change.errorOf(`fields.${one.name}`)}
					isRequired={!one.is_optional}
					value={values.fields[one.name] ?? ""}
					onChange={(value) => set({ fields: { ...values.fields, [one.name]: value } })}
				/>
			))}
			<p class="muted small">{phrases.secretsHint}</p>
		</FormDialog>
	);
}

export interface AccountDialogProps extends DialogEnds {
	account: Account;
}

/** Changes keys of an account. A secret that is left empty stays as it is. */
export function ChangeAccountDialog(props: AccountDialogProps & { fields: Field[] }) {
	const { account, fields, onClose, onDone } = props;
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
		<FormDialog
			title={phrases.changeNamed(nameOf(account))}
			change={change}
			action={phrases.change}
			onSubmit={save}
			onClose={onClose}
		>
			<p>{phrases.changeExplanation}</p>
			{changeable.map((field) => (
				<AccountField
					key={field.name}
					field={field}
					error={change.errorOf(`fields.${field.name}`)}
					hint={field.is_secret ? phrases.keepHint : undefined}
					value={values[field.name] ?? account.fields[field.name] ?? ""}
					onChange={(value) => setValues({ ...values, [field.name]: value })}
				/>
			))}
			<p class="muted small">{phrases.secretsHint}</p>
		</FormDialog>
	);
}

export function RemoveAccountDialog({ account, ...ends }: AccountDialogProps) {
	const { api, words } = useApp();
	const [reason, setReason] = useState("");
	const phrases = words.settings.processorAccounts;
	const path = { account_id: account.account_id };
	return confirmDialog(phrases.removeNamed(nameOf(account)), phrases.removeExplanation(account.currency), {
		fields: <TextField label={words.transactions.reason} value={reason} onChange={setReason} />,
		send: () => api.post("/processor-accounts/{account_id}/remove", { path, body: { reason } }),
		...ends,
	});
}
