import { type Signal, useSignal } from "@preact/signals";
import { useEffect, useState } from "preact/hooks";
import type { TransactionRecord } from "../api/records.ts";
import { sentenceOf } from "../locale/problem-words.ts";
import type { Words } from "../locale/words.ts";
import { useApp } from "../shell/app.ts";
import { Button } from "../ui/button.tsx";
import { Dialog, UnknownOutcome } from "../ui/dialog.tsx";
import { MoneyField, TextField } from "../ui/forms/fields.tsx";
import { SlowNotice } from "../ui/loading/slow-notice.tsx";
import { decimalOf, parseAmount } from "./amount.ts";
import { createMoneyRequest, type MoneyRequest, type MoneyState } from "./money-request.model.ts";
import type { PaymentOperation } from "./payment-operations.ts";
import { bankAnswer, cardName } from "./transaction-words.ts";

export interface OperationDialogProps {
	operation: PaymentOperation;
	/** Called when it is left without success; the payment may have changed all the same where the outcome is not known. */
	onClose: (isOutcomeKnown: boolean) => void;
	/** Called with the capture, refund or void when it was approved. */
	onDone: (transaction: TransactionRecord) => void;
}

/** Asks once, naming amount and card, and stays until it is known what became of it. */
export function OperationDialog({ operation, onClose, onDone }: OperationDialogProps) {
	const { api, words, formats } = useApp();
	const { kind, target, maximumCents } = operation;
	const [request] = useState(() => createMoneyRequest(api, () => crypto.randomUUID()));
	const amount = useSignal(decimalOf(maximumCents));
	const reason = useSignal("");
	const state = request.state.value;
	useEffect(() => {
		if (state.kind === "approved") onDone(state.transaction);
	}, [state, onDone]);

	const cents = centsAsked(operation, amount.value);
	const money = formats.money((cents ?? maximumCents) / 100, target.currency);
	const named = words.transactions.operations[kind].action(money, cardName(target));
	if (state.kind === "unknown") {
		return (
			<Dialog title={named} onClose={() => onClose(false)} isBusy={state.isAsking}>
				<UnknownOutcome isAsking={state.isAsking} onFindOut={() => void request.findOut()} />
			</Dialog>
		);
	}
	return (
		<Dialog title={named} onClose={() => onClose(true)} isBusy={state.kind === "sending"}>
			<OperationForm
				operation={operation}
				request={request}
				amount={amount}
				reason={reason}
				named={named}
				onClose={() => onClose(true)}
			/>
		</Dialog>
	);
}

/** Returns the typed amount in cents; `undefined` when it is no amount or above the maximum. */
function centsAsked({ kind, maximumCents }: PaymentOperation, typed: string): number | undefined {
	const cents = kind === "void" ? maximumCents : parseAmount(typed);
	return cents !== undefined && cents <= maximumCents ? cents : undefined;
}

interface OperationFormProps {
	operation: PaymentOperation;
	request: MoneyRequest;
	/** As it is typed. */
	amount: Signal<string>;
	/** Why a refund is made. */
	reason: Signal<string>;
	/** The operation with amount and card. */
	named: string;
	onClose: () => void;
}

function OperationForm({ operation, request, amount, reason, named, onClose }: OperationFormProps) {
	const { words } = useApp();
	const { kind, target } = operation;
	const phrases = words.transactions.operations[kind];
	const isSending = request.state.value.kind === "sending";

	function submit(event: SubmitEvent): void {
		event.preventDefault();
		const cents = centsAsked(operation, amount.value);
		if (cents === undefined) return;
		const path = { transaction_id: target.transaction_id };
		if (kind === "void") return void request.send({ route: "/transaction-service/void/{transaction_id}", path });
		const why = reason.value.trim();
		const body = { amount: decimalOf(cents), ...(why !== "" && { metadata: { reason: why } }) };
		void request.send({ route: `/transaction-service/${kind}/{transaction_id}`, path, body });
	}

	return (
		<form class="form" noValidate onSubmit={submit}>
			<p>{phrases.explanation}</p>
			{kind !== "void" && <AmountField operation={operation} request={request} amount={amount} />}
			{kind === "refund" && (
				<>
					<AmountShortcuts operation={operation} request={request} amount={amount} />
					<TextField
						label={words.transactions.reason}
						hint={words.transactions.reasonHint}
						isOptional
						disabled={isSending}
						value={reason.value}
						onChange={(text) => {
							reason.value = text;
						}}
					/>
				</>
			)}
			<p class="field-error" role="alert">
				{troubleOf(words, request.state.value)}
			</p>
			<div class="form-actions">
				<button type="submit" class={kind === "capture" ? "button" : "button button-danger"} disabled={isSending}>
					{isSending ? words.transactions.sending : named}
				</button>
				<Button
					label={"keep" in phrases ? phrases.keep : words.shared.cancel}
					isDisabled={isSending}
					onClick={onClose}
				/>
				<SlowNotice isBusy={isSending} />
			</div>
		</form>
	);
}

type AmountProps = Pick<OperationFormProps, "operation" | "request" | "amount">;

/** Fills in all that is left, or half of it, to whole cents. */
function AmountShortcuts({ operation: { maximumCents }, request, amount }: AmountProps) {
	const { all, half } = useApp().words.transactions;
	const choices = [
		[all, maximumCents],
		[half, Math.round(maximumCents / 2)],
	] as const;
	return (
		<div class="row-actions">
			{choices.map(([label, cents]) => (
				<Button
					key={label}
					label={label}
					isSmall
					isDisabled={request.state.value.kind === "sending"}
					onClick={() => {
						amount.value = decimalOf(cents);
						request.reset();
					}}
				/>
			))}
		</div>
	);
}

function AmountField({ operation, request, amount }: AmountProps) {
	const { words, formats } = useApp();
	const { target, maximumCents } = operation;
	const atMost = words.transactions.atMost(formats.money(maximumCents / 100, target.currency));
	const isAmount = parseAmount(amount.value) !== undefined;
	const isTaken = centsAsked(operation, amount.value) !== undefined;
	return (
		<MoneyField
			label={words.transactions.amountIn(target.currency)}
			hint={atMost}
			error={isTaken ? undefined : isAmount ? atMost : words.transactions.noAmount}
			disabled={request.state.value.kind === "sending"}
			value={amount.value}
			onChange={(text) => {
				amount.value = text;
				request.reset();
			}}
		/>
	);
}

function troubleOf(words: Words, state: MoneyState): string {
	if (state.kind === "refused") return sentenceOf(words, state.problem);
	if (state.kind === "declined") return bankAnswer(words, state.transaction) ?? words.transactions.statuses.DECLINED;
	return "";
}
