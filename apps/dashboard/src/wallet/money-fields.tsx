import { useApp } from "../shell/app.ts";
import { type FieldState, MoneyField, NumberField, type useForm } from "../ui/forms/fields.tsx";

export const noAccount = { institution_number: "", transit_number: "", account_number: "" };

const accountNumbers = ["institution_number", "transit_number", "account_number"] as const;

export function AccountFields({ field }: Pick<ReturnType<typeof useForm<typeof noAccount>>, "field">) {
	const phrases = useApp().words.wallet.account;
	return (
		<>
			{accountNumbers.map((name) => (
				<NumberField
					key={name}
					{...field(name, phrases.fields[name], phrases.hints[name])}
					error={field(name).error && phrases.hints[name]}
					onChange={(text) => field(name).onChange(text.trim())}
					spellcheck={false}
					maxLength={12}
					required
				/>
			))}
		</>
	);
}

export function AmountField({ error, ...field }: FieldState<string>) {
	const { problems, transactions } = useApp().words;
	return <MoneyField {...field} label={transactions.amountIn("CAD")} error={error && problems.fields.amount} />;
}
