import { useApp } from "../shell/app.ts";
import type { FormProgress } from "../ui/forms/change.model.ts";
import { TextField } from "../ui/forms/field.tsx";

/** A bank account as it is typed, by the gateway's names. */
export interface TypedAccount {
	institution_number: string;
	transit_number: string;
	account_number: string;
}

export const noAccount: TypedAccount = { institution_number: "", transit_number: "", account_number: "" };

export interface AccountFieldsProps {
	account: TypedAccount;
	change: FormProgress;
	onType: (account: TypedAccount) => void;
}

/** The three numbers of a Canadian bank account. */
export function AccountFields({ account, change, onType }: AccountFieldsProps) {
	const { words } = useApp();
	const phrases = words.wallet.account;
	const names = ["institution_number", "transit_number", "account_number"] as const;
	return (
		<>
			{names.map((name) => (
				<TextField
					key={name}
					label={phrases.fields[name]}
					hint={phrases.hints[name]}
					error={change.errorOf(name) && phrases.hints[name]}
					inputMode="numeric"
					autocomplete="off"
					spellcheck={false}
					maxLength={12}
					required
					value={account[name]}
					onText={(text) => onType({ ...account, [name]: text.trim() })}
				/>
			))}
		</>
	);
}
