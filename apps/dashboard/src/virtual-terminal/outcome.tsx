import type { ComponentChildren } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { useApp } from "../shell/app.ts";
import { hrefOf } from "../shell/router.ts";
import { bankAnswer, cardName } from "../transactions/transaction-words.ts";
import { Button } from "../ui/button.tsx";
import { UnknownOutcome } from "../ui/dialog.tsx";
import type { Terminal } from "./terminal.model.ts";

/** The outcome of the charge. It takes the focus: a payer may be waiting on the phone. */
export function Outcome({ terminal: { request, outcome, startOver } }: { terminal: Terminal }) {
	const { words, formats } = useApp();
	const state = request.state.value;
	if (state.kind === "unknown") {
		return (
			<Announcement>
				<UnknownOutcome isAsking={state.isAsking} onFindOut={() => void request.findOut()} />
			</Announcement>
		);
	}
	const transaction = outcome.value;
	if (transaction === undefined) return null;
	const isApproved = transaction.transaction_result === "APPROVED";
	const money = formats.money(transaction.amount, transaction.currency);
	const sentence = isApproved
		? words.transactions.done[transaction.transaction_type](money, cardName(transaction))
		: words.terminal.declined(money, cardName(transaction));
	return (
		<Announcement>
			<div class="notice" data-tone={isApproved ? "success" : "danger"}>
				<p>
					<strong>{sentence}</strong>
				</p>
				{!isApproved && <p>{bankAnswer(words, transaction)}</p>}
				<p class="form-actions">
					{isApproved && <Button label={words.terminal.next} isPrimary onClick={startOver} />}
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
