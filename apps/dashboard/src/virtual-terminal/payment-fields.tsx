import { useApp } from "../shell/app.ts";
import { MoneyField, RadioGroup, SelectField, TextField } from "../ui/forms/fields.tsx";
import type { TerminalForm } from "./plan-charge.ts";

export interface PaymentFieldsProps {
	form: TerminalForm;
	isAmountMissing: boolean;
	problemOf: (name: string) => string | undefined;
	onChange: (changes: Partial<TerminalForm>) => void;
}

const operations = ["sale", "authorize"] as const;

export function PaymentFields({ form, isAmountMissing, problemOf, onChange }: PaymentFieldsProps) {
	const { words, session } = useApp();
	return (
		<>
			<RadioGroup
				legend={words.terminal.operation}
				name="operation"
				choices={operations.map((operation) => ({
					key: operation,
					value: operation,
					isChosen: form.operation === operation,
					label: (
						<>
							{words.terminal.operations[operation]}
							<br />
							<span class="small muted">{words.terminal.operationHints[operation]}</span>
						</>
					),
				}))}
				isRow
				onChange={(operation) => onChange({ operation })}
			/>
			<div class="form-row">
				<MoneyField
					label={words.transactions.columns.amount}
					error={isAmountMissing ? words.transactions.noAmount : problemOf("amount")}
					value={form.amount}
					onChange={(amount) => onChange({ amount })}
				/>
				<SelectField
					label={words.transactions.filters.currency}
					error={problemOf("currency")}
					value={form.currency}
					choices={session.merchant.currencies.map((currency) => [currency, currency])}
					onChange={(currency) => onChange({ currency })}
				/>
				<TextField
					label={words.transactions.filters.invoice}
					isOptional
					error={problemOf("invoice_id")}
					value={form.invoiceId}
					onChange={(invoiceId) => onChange({ invoiceId })}
				/>
			</div>
		</>
	);
}
