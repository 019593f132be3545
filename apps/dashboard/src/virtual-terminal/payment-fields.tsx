import type { FieldProblem } from "../api/problem.ts";
import { useApp } from "../shell/app.ts";
import { Field, TextField } from "../ui/forms/field.tsx";
import type { TerminalForm } from "./plan-charge.ts";

export interface PaymentFieldsProps {
	form: TerminalForm;
	isAmountMissing: boolean;
	problems: FieldProblem[];
	onChange: (changes: Partial<TerminalForm>) => void;
}

/** Amount, currency, invoice, and sale or authorization. */
export function PaymentFields({ form, isAmountMissing, problems, onChange }: PaymentFieldsProps) {
	const { words, session } = useApp();
	const problemOf = (name: string) => problems.find(({ field }) => field === name)?.message;
	return (
		<>
			<fieldset class="choices choices-row">
				<legend class="visually-hidden">{words.terminal.operation}</legend>
				{(["sale", "authorize"] as const).map((operation) => (
					<label key={operation} class="choice">
						<input
							type="radio"
							name="operation"
							checked={form.operation === operation}
							onChange={() => onChange({ operation })}
						/>
						<span>
							{words.terminal.operations[operation]}
							<br />
							<span class="small muted">{words.terminal.operationHints[operation]}</span>
						</span>
					</label>
				))}
			</fieldset>
			<div class="form-row">
				<TextField
					label={words.terminal.amount}
					inputMode="decimal"
					autocomplete="off"
					error={isAmountMissing ? words.transactions.noAmount : problemOf("amount")}
					value={form.amount}
					onText={(amount) => onChange({ amount })}
				/>
				<Field label={words.terminal.currency} error={problemOf("currency")}>
					{(control) => (
						<select {...control} class="input" onChange={(event) => onChange({ currency: event.currentTarget.value })}>
							{session.merchant.currencies.map((currency) => (
								<option key={currency} value={currency} selected={currency === form.currency}>
									{currency}
								</option>
							))}
						</select>
					)}
				</Field>
				<TextField
					label={words.terminal.invoice}
					isOptional
					autocomplete="off"
					maxLength={255}
					error={problemOf("invoice_id")}
					value={form.invoiceId}
					onText={(invoiceId) => onChange({ invoiceId })}
				/>
			</div>
		</>
	);
}
