import { useState } from "preact/hooks";
import type { PaymentCall } from "../api/operations.ts";
import type { TransactionRecord } from "../api/records.ts";
import { sentenceOf } from "../locale/problem-words.ts";
import { useApp } from "../shell/app.ts";
import { Button } from "../ui/button.tsx";
import { Dialog, UnknownOutcome } from "../ui/dialog.tsx";
import { MoneyField, TextField, useForm } from "../ui/forms/fields.tsx";
import { SlowNotice } from "../ui/loading/loaded.tsx";
import { decimalOf, parseAmount } from "./amount.ts";
import { moneyMover } from "./move-money.ts";
import type { PaymentOperation } from "./payment-operations.ts";
import { bankAnswer, cardName } from "./transaction-words.ts";

export interface OperationDialogProps {
	operation: PaymentOperation;
	/** Called when it is left without success; the payment may have changed all the same where the outcome is not known. */
	onClose: (isOutcomeKnown: boolean) => void;
	/** Called with the capture, refund or void when it was approved. */
	onDone: (transaction: TransactionRecord) => void;
}

export function OperationDialog({ operation, onClose, onDone }: OperationDialogProps) {
	const { api, words, formats } = useApp();
	const { kind, target, maximumCents } = operation;
	const { change, values, set, field } = useForm({ amount: decimalOf(maximumCents), reason: "" });
	const [declined, setDeclined] = useState<TransactionRecord>();
	const { amount, reason } = values;
	const state = change.state.value;
	const phrases = words.transactions.operations[kind];
	const cents = centsAsked(operation, amount);
	const named = phrases.action(formats.money((cents ?? maximumCents) / 100, target.currency), cardName(target));
	if (state.kind === "unknown") {
		return (
			<Dialog title={named} onClose={() => onClose(false)} isBusy={state.isAsking}>
				<UnknownOutcome isAsking={state.isAsking} onFindOut={() => void change.findOut()} />
			</Dialog>
		);
	}
	const isSending = state.kind === "sending";

	function submit(event: SubmitEvent): void {
		event.preventDefault();
		if (cents === undefined) return;
		setDeclined(undefined);
		void change.ask({
			what: named,
			send: moneyMover(api, callFor(operation, cents, reason.trim())),
			onDone: (made) => (made.transaction_result === "APPROVED" ? onDone(made) : setDeclined(made)),
		});
	}

	function changeAmount(text: string): void {
		set({ amount: text });
		change.reset();
		setDeclined(undefined);
	}

	return (
		<Dialog title={named} onClose={() => onClose(true)} isBusy={isSending}>
			<form class="form" noValidate onSubmit={submit}>
				<p>{phrases.explanation}</p>
				{kind !== "void" && (
					<AmountFields operation={operation} amount={amount} isSending={isSending} onChange={changeAmount} />
				)}
				{kind === "refund" && (
					<TextField
						{...field("reason", words.transactions.reason, words.transactions.reasonHint)}
						isOptional
						disabled={isSending}
					/>
				)}
				<p class="field-error" role="alert">
					{state.kind === "failed" && sentenceOf(words, state.problem)}
					{declined && (bankAnswer(words, declined) ?? words.transactions.statuses.DECLINED)}
				</p>
				<div class="form-actions">
					<button type="submit" class={kind === "capture" ? "button" : "button button-danger"} disabled={isSending}>
						{isSending ? words.transactions.sending : named}
					</button>
					<Button
						label={"keep" in phrases ? phrases.keep : words.shared.cancel}
						isDisabled={isSending}
						onClick={() => onClose(true)}
					/>
					<SlowNotice isBusy={isSending} />
				</div>
			</form>
		</Dialog>
	);
}

function centsAsked({ kind, maximumCents }: PaymentOperation, typed: string): number | undefined {
	const cents = kind === "void" ? maximumCents : parseAmount(typed);
	return cents !== undefined && cents <= maximumCents ? cents : undefined;
}

function callFor({ kind, target }: PaymentOperation, cents: number, reason: string): PaymentCall {
	const path = { transaction_id: target.transaction_id };
	if (kind === "void") return { route: "/transaction-service/void/{transaction_id}", path };
	const body = { amount: decimalOf(cents), ...(reason !== "" && { metadata: { reason } }) };
	return { route: `/transaction-service/${kind}/{transaction_id}`, path, body };
}

interface AmountFieldsProps {
	operation: PaymentOperation;
	amount: string;
	isSending: boolean;
	onChange: (amount: string) => void;
}

function AmountFields({ operation, amount, isSending, onChange }: AmountFieldsProps) {
	const { words, formats } = useApp();
	const { kind, target, maximumCents } = operation;
	const { all, half, amountIn, atMost } = words.transactions;
	const limit = atMost(formats.money(maximumCents / 100, target.currency));
	const isTaken = centsAsked(operation, amount) !== undefined;
	const shortcuts = [
		[all, maximumCents],
		[half, Math.round(maximumCents / 2)],
	] as const;
	return (
		<>
			<MoneyField
				label={amountIn(target.currency)}
				hint={limit}
				error={isTaken ? undefined : parseAmount(amount) === undefined ? words.problems.fields.amount : limit}
				disabled={isSending}
				value={amount}
				onChange={onChange}
			/>
			{kind === "refund" && (
				<div class="row-actions">
					{shortcuts.map(([label, cents]) => (
						<Button
							key={label}
							label={label}
							isSmall
							isDisabled={isSending}
							onClick={() => onChange(decimalOf(cents))}
						/>
					))}
				</div>
			)}
		</>
	);
}
