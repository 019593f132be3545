import { useSignal } from "@preact/signals";
import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import type { TransactionRecord } from "../api/records.ts";
import { Dialog } from "../look/dialog.tsx";
import { TextField } from "../look/field.tsx";
import { sentenceOf } from "../look/states.tsx";
import { useApp } from "../shell/app.ts";
import { decimalOf, parseAmount } from "./amount.ts";
import type { FollowUp } from "./life.ts";
import { createMoneyRequest, type MoneyRequest } from "./money-request.model.ts";
import { cardName } from "./transaction-words.ts";

export interface FollowUpDialogProps {
	followUp: FollowUp;
	/** Called when it is left without success; the payment may have changed all the same where the outcome is not known. */
	onClose: (isOutcomeKnown: boolean) => void;
	/** Called with the capture, refund or void when it was approved. */
	onDone: (transaction: TransactionRecord) => void;
}

/** Asks once, naming amount and card, and stays until it is known what became of it. */
export function FollowUpDialog({ followUp, onClose, onDone }: FollowUpDialogProps): JSX.Element {
	const { api, words, formats } = useApp();
	const { operation, target, maximumCents } = followUp;
	const phrases = words.transactions.followUps[operation];
	const [request] = useState(() => createMoneyRequest(api, () => crypto.randomUUID()));
	const amount = useSignal(decimalOf(maximumCents));
	const state = request.state.value;
	useEffect(() => {
		if (state.kind === "approved") onDone(state.transaction);
	}, [state, onDone]);

	const cents = operation === "void" ? maximumCents : parseAmount(amount.value);
	const isTooMuch = cents !== undefined && cents > maximumCents;
	const money = (value: number) => formats.money(value / 100, target.currency);
	const named = phrases.action(money(cents === undefined || isTooMuch ? maximumCents : cents), cardName(target));

	function submit(event: SubmitEvent): void {
		event.preventDefault();
		if (cents === undefined || isTooMuch) return;
		const body = operation === "void" ? undefined : { amount: decimalOf(cents) };
		void request.send(`/transaction-service/${operation}/${target.transaction_id}`, body);
	}

	if (state.kind === "unknown") {
		return (
			<Dialog title={named} onClose={() => onClose(false)} isBusy={state.isAsking}>
				<UnknownOutcome request={request} />
			</Dialog>
		);
	}
	return (
		<Dialog title={named} onClose={() => onClose(true)} isBusy={state.kind === "sending"}>
			<form class="form" noValidate onSubmit={submit}>
				<p>{phrases.explanation}</p>
				{operation !== "void" && (
					<TextField
						label={words.transactions.amountIn(target.currency)}
						hint={words.transactions.atMost(money(maximumCents))}
						error={amountError()}
						inputMode="decimal"
						autocomplete="off"
						disabled={state.kind === "sending"}
						value={amount.value}
						onText={(text) => {
							amount.value = text;
							request.reset();
						}}
					/>
				)}
				<p class="field-error" role="alert">
					{trouble()}
				</p>
				<div class="form-actions">
					<button
						type="submit"
						class={operation === "capture" ? "button" : "button button-danger"}
						disabled={state.kind === "sending"}
					>
						{state.kind === "sending" ? words.transactions.sending : named}
					</button>
					<button type="button" class="button-quiet" disabled={state.kind === "sending"} onClick={() => onClose(true)}>
						{phrases.keep}
					</button>
				</div>
			</form>
		</Dialog>
	);

	function amountError(): string | undefined {
		if (cents === undefined) return words.transactions.noAmount;
		return isTooMuch ? words.transactions.atMost(money(maximumCents)) : undefined;
	}

	function trouble(): string {
		if (state.kind === "refused") return sentenceOf(words, state.problem);
		if (state.kind === "declined") return state.transaction.transaction_message ?? words.transactions.statuses.DECLINED;
		return "";
	}
}

/** Says that nobody knows yet, and that asking again is safe. */
export function UnknownOutcome({ request }: { request: MoneyRequest }): JSX.Element {
	const { unknownOutcome, sending } = useApp().words.transactions;
	const state = request.state.value;
	const isAsking = state.kind === "unknown" && state.isAsking;
	return (
		<div class="notice" data-tone="warning" role="alert">
			<p>
				<strong>{unknownOutcome.title}</strong>
			</p>
			<p>{unknownOutcome.explanation}</p>
			<p>
				<button type="button" class="button-quiet" aria-disabled={isAsking} onClick={() => void request.findOut()}>
					{isAsking ? sending : unknownOutcome.findOut}
				</button>
			</p>
		</div>
	);
}
