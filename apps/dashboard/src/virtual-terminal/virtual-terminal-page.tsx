import { useEffect, useRef, useState } from "preact/hooks";
import { sentenceOf } from "../locale/problem-words.ts";
import { useApp } from "../shell/app.ts";
import { currentQuery } from "../shell/router.ts";
import { parseAmount } from "../transactions/amount.ts";
import { CardFrame, type CardHandle } from "../ui/forms/card-frame.tsx";
import { CheckField, RadioGroup } from "../ui/forms/fields.tsx";
import { NoPermission, SlowNotice } from "../ui/loading/loaded.tsx";
import { PageHead } from "../ui/page.tsx";
import { CustomerFields } from "./customer-fields.tsx";
import { Outcome } from "./outcome.tsx";
import { PaymentFields } from "./payment-fields.tsx";
import type { DetailName } from "./plan-charge.ts";
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
			{publicKey === null ? <NoPermission /> : <TerminalForm terminal={terminal} publicKey={publicKey} />}
		</>
	);
}

function TerminalForm({ terminal, publicKey }: { terminal: Terminal; publicKey: string }) {
	const { words, may } = useApp();
	const [cardProblem, setCardProblem] = useState("");
	const card = useRef<CardHandle | null>(null);
	const form = terminal.form.value;
	const state = terminal.request.value.state.value;
	const isOver = state.kind === "approved" || state.kind === "unknown";
	const problemOf = (name: string) =>
		state.kind === "refused" ? state.problem.fields.find(({ field }) => field === name)?.message : undefined;
	const detailFieldOf = (name: DetailName) => ({
		value: form.details[name],
		error: problemOf(name),
		onChange: (text: string) => terminal.change({ details: { ...form.details, [name]: text } }),
	});
	// A declined card is not tried twice by mistake, and the next caller's form begins empty.
	useEffect(() => {
		if (state.kind === "declined" || state.kind === "approved") card.current?.clear();
	}, [state.kind]);

	function charge(): void {
		setCardProblem("");
		void terminal.charge(async () => card.current?.tokenize());
	}

	return (
		<>
			<Outcome request={terminal.request.value} onNext={terminal.startOver} />
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
					problemOf={problemOf}
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
					{cardProblem || (state.kind === "refused" ? sentenceOf(words, state.problem) : "")}
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
			choices={(["new", "stored"] as const).map((choice) => ({
				key: choice,
				value: choice,
				isChosen: source === choice,
				label: words.terminal.sources[choice],
			}))}
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
