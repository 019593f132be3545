import type { ComponentChildren } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { useApp } from "../shell/app.ts";
import { hrefOf } from "../shell/router.ts";
import type { MoneyRequest } from "../transactions/money-request.model.ts";
import { bankAnswer, cardName } from "../transactions/transaction-words.ts";
import { Button } from "../ui/button.tsx";
import { UnknownOutcome } from "../ui/dialog.tsx";

/** The outcome of the charge. It takes the focus: a payer may be waiting on the phone. */
export function Outcome({ request, onNext }: { request: MoneyRequest; onNext: () => void }) {
	const { words, formats } = useApp();
	const state = request.state.value;
	if (state.kind === "unknown") {
		return (
			<Announcement>
				<UnknownOutcome isAsking={state.isAsking} onFindOut={() => void request.findOut()} />
			</Announcement>
		);
	}
	if (state.kind !== "approved" && state.kind !== "declined") return null;
	const { transaction } = state;
	const money = formats.money(transaction.amount, transaction.currency);
	const sentence =
		state.kind === "approved"
			? words.transactions.done[transaction.transaction_type](money, cardName(transaction))
			: words.terminal.declined(money, cardName(transaction));
	return (
		<Announcement>
			<div class="notice" data-tone={state.kind === "declined" ? "danger" : "success"}>
				<p>
					<strong>{sentence}</strong>
				</p>
				{state.kind === "declined" && <p>{bankAnswer(words, transaction)}</p>}
				<p class="form-actions">
					{state.kind === "approved" && <Button label={words.terminal.next} isPrimary onClick={onNext} />}
					<a class="button-quiet" href={hrefOf("transaction", { transaction_id: transaction.transaction_id })}>
						{words.transactions.show}
					</a>
				</p>
			</div>
		</Announcement>
	);
}

function Announcement({ children }: { children: ComponentChildren }) {
	const place = useRef<HTMLDivElement>(null);
	useEffect(() => place.current?.focus(), []);
	return (
		<div ref={place} tabIndex={-1} role="status">
			{children}
		</div>
	);
}
