import { useApp } from "../shell/app.ts";
import type { FormProgress } from "../ui/forms/change.model.ts";
import { TextField } from "../ui/forms/field.tsx";

export interface AmountFieldProps {
	amount: string;
	change: FormProgress;
	onType: (amount: string) => void;
}

/** The amount in Canadian dollars, the wallet's only currency. */
export function AmountField({ amount, change, onType }: AmountFieldProps) {
	const { words } = useApp();
	return (
		<TextField
			label={words.transactions.amountIn("CAD")}
			error={change.errorOf("amount") && words.transactions.noAmount}
			inputMode="decimal"
			autocomplete="off"
			value={amount}
			onText={onType}
		/>
	);
}

export interface DescriptionFieldProps {
	description: string;
	change: FormProgress;
	onType: (description: string) => void;
}

/** The description that the other party reads. */
export function DescriptionField({ description, change, onType }: DescriptionFieldProps) {
	const { words } = useApp();
	return (
		<TextField
			label={words.wallet.description}
			hint={words.wallet.descriptionHint}
			isOptional
			autocomplete="off"
			maxLength={255}
			error={change.errorOf("description")}
			value={description}
			onText={onType}
		/>
	);
}
