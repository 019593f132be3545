import { useEffect, useRef, useState } from "preact/hooks";
import { sentenceOf } from "../locale/problem-words.ts";
import { useApp } from "../shell/app.ts";
import { currentQuery } from "../shell/router.ts";
import { parseAmount } from "../transactions/amount.ts";
import { CardFrame, type CardHandle } from "../ui/forms/card-frame.tsx";
import { CheckField, type FieldState, MoneyField, RadioGroup, SelectField, TextField } from "../ui/forms/fields.tsx";
import { NoPermission, SlowNotice } from "../ui/loading/loaded.tsx";
import { PageHead } from "../ui/page.tsx";
import { Outcome } from "./outcome.tsx";
import { type DetailName, detailNames, type TerminalForm } from "./plan-charge.ts";
import { StoredCardChoice } from "./stored-card-choice.tsx";
import { createTerminal, type Terminal } from "./terminal.model.ts";

export function VirtualTerminalPage() {
	const { api, words, session } = useApp();
	const { currencies, public_key: publicKey } = session.merchant;
	const [terminal] = useState(() =>
		createTerminal({
			api,
			currency: currencies[0] ?? "CAD",
			customer: currentQuery.peek().get("customer") ?? undefined,
			newKey: () => crypto.randomUUID(),
		}),
	);
	return (
		<>
			<PageHead title={words.shell.pages.virtualTerminal} />
			{publicKey === null ? <NoPermission /> : <ChargeForm terminal={terminal} publicKey={publicKey} />}
		</>
	);
}

function ChargeForm({ terminal, publicKey }: { terminal: Terminal; publicKey: string }) {
	const { words, may } = useApp();
	const [cardProblem, setCardProblem] = useState("");
	const card = useRef<CardHandle | null>(null);
	const form = terminal.form.value;
	const { errorOf } = terminal.request;
	const state = terminal.request.state.value;
	const outcome = terminal.outcome.value;
	const isOver = outcome?.transaction_result === "APPROVED" || state.kind === "unknown";
	const detailFieldOf = (name: DetailName) => ({
		value: form.details[name],
		error: errorOf(name),
		onChange: (text: string) => terminal.change({ details: { ...form.details, [name]: text } }),
	});
	// A declined card is not tried twice by mistake, and the next caller's form begins empty.
	useEffect(() => {
		if (outcome !== undefined) card.current?.clear();
	}, [outcome]);

	function charge(): void {
		setCardProblem("");
		void terminal.charge(async () => card.current?.tokenize());
	}

	return (
		<>
			<Outcome terminal={terminal} />
			<form
				class="form panel terminal"
				noValidate
				hidden={isOver}
				onSubmit={(event) => {
					event.preventDefault();
					charge();
				}}
			>
				<PaymentFields
					form={form}
					isAmountMissing={terminal.missing.value === "amount"}
					errorOf={errorOf}
					onChange={terminal.change}
				/>
				<h2>{words.transactions.columns.card}</h2>
				{may("customers.read") && <SourceChoice terminal={terminal} />}
				{form.source === "stored" ? (
					<StoredCardChoice
						chosen={form.stored}
						onChoose={(stored) => terminal.change({ stored })}
						error={terminal.missing.value === "stored" ? words.terminal.noCardChosen : undefined}
					/>
				) : (
					<>
						<CardFrame publicKey={publicKey} handle={card} onProblem={setCardProblem} onSubmit={charge} />
						<h2>{words.terminal.customer}</h2>
						<CustomerFields fieldOf={detailFieldOf} />
					</>
				)}
				<CheckField
					label={words.terminal.receipt}
					value={form.sendsReceipt}
					onChange={(sendsReceipt) => terminal.change({ sendsReceipt })}
				/>
				<p class="field-error" role="alert">
					{cardProblem || (state.kind === "failed" ? sentenceOf(words, state.problem) : "")}
				</p>
				<ChargeButton terminal={terminal} />
			</form>
		</>
	);
}

function SourceChoice({ terminal }: { terminal: Terminal }) {
	const { words } = useApp();
	const { source } = terminal.form.value;
	return (
		<RadioGroup
			legend={words.terminal.source}
			name="source"
			chosen={source}
			choices={(["new", "stored"] as const).map((choice) => [choice, choice, words.terminal.sources[choice]])}
			isRow
			onChange={(chosen) => terminal.change({ source: chosen })}
		/>
	);
}

function ChargeButton({ terminal }: { terminal: Terminal }) {
	const { words, formats } = useApp();
	const { operation, amount, currency } = terminal.form.value;
	const cents = parseAmount(amount);
	const money = cents === undefined ? "" : formats.money(cents / 100, currency);
	const isBusy = terminal.isBusy.value;
	return (
		<div class="form-actions">
			<button type="submit" class="button" aria-disabled={isBusy}>
				{isBusy ? words.transactions.sending : words.terminal.actions[operation](money)}
			</button>
			<SlowNotice isBusy={isBusy} />
		</div>
	);
}

const always: readonly DetailName[] = ["first_name", "last_name", "email"];
const further = detailNames.filter((name) => !always.includes(name));

function CustomerFields({ fieldOf }: { fieldOf: (name: DetailName) => FieldState<string> }) {
	const { words } = useApp();
	const isOpen = further.some((name) => fieldOf(name).value !== "" || fieldOf(name).error !== undefined);
	const fieldsOf = (names: readonly DetailName[]) => (
		<div class="form-row">
			{names.map((name) => (
				<TextField
					key={name}
					{...fieldOf(name)}
					label={words.customers.fields[name]}
					hint={name === "country" ? words.customers.countryHint : undefined}
					type={name === "email" ? "email" : "text"}
				/>
			))}
		</div>
	);
	return (
		<>
			{fieldsOf(always)}
			<details open={isOpen}>
				<summary class="more-details">{words.terminal.moreDetails}</summary>
				{fieldsOf(further)}
			</details>
		</>
	);
}

interface PaymentFieldsProps {
	form: TerminalForm;
	isAmountMissing: boolean;
	errorOf: (name: string) => string | undefined;
	onChange: (changes: Partial<TerminalForm>) => void;
}

const operations = ["sale", "authorize"] as const;

function PaymentFields({ form, isAmountMissing, errorOf, onChange }: PaymentFieldsProps) {
	const { words, session } = useApp();
	return (
		<>
			<RadioGroup
				legend={words.terminal.operation}
				name="operation"
				chosen={form.operation}
				choices={operations.map((operation) => [
					operation,
					operation,
					<>
						{words.terminal.operations[operation]}
						<br />
						<span class="small muted">{words.terminal.operationHints[operation]}</span>
					</>,
				])}
				isRow
				onChange={(operation) => onChange({ operation })}
			/>
			<div class="form-row">
				<MoneyField
					label={words.transactions.columns.amount}
					error={isAmountMissing ? words.problems.fields.amount : errorOf("amount")}
					value={form.amount}
					onChange={(amount) => onChange({ amount })}
				/>
				<SelectField
					label={words.transactions.filters.currency}
					error={errorOf("currency")}
					value={form.currency}
					choices={session.merchant.currencies}
					onChange={(currency) => onChange({ currency })}
				/>
				<TextField
					label={words.transactions.filters.invoice_id}
					isOptional
					error={errorOf("invoice_id")}
					value={form.invoiceId}
					onChange={(invoiceId) => onChange({ invoiceId })}
				/>
			</div>
		</>
	);
}
