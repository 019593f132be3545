import { useState } from "preact/hooks";
import type { Schemas } from "../api/records.ts";
import { useApp } from "../shell/app.ts";
import { amountToSend } from "../transactions/amount.ts";
import { OnceDialog } from "../ui/dialogs/once-dialog.tsx";
import { ChangeForm } from "../ui/forms/change-form.tsx";
import type { Resource } from "../ui/loading/resource.ts";
import { Loaded } from "../ui/loading/states.tsx";
import { AmountField } from "./amount-fields.tsx";
import type { MoneyDialogProps } from "./money-dialogs.tsx";
import { typedMoney } from "./wallet-records.ts";

export interface DepositDialogProps extends MoneyDialogProps {
	account: Resource<Schemas["LinkedBankAccount"]>;
}

/** Pays money of the wallet to the linked bank account. */
export function DepositDialog({ account, request, onClose, onDone }: DepositDialogProps) {
	const { api, words, formats } = useApp();
	const [amount, setAmount] = useState("");
	const phrases = words.wallet.deposit;

	function deposit(masked: string): void {
		const body = { amount: amountToSend(amount) };
		void request.ask({
			what: `${typedMoney(formats, amount)}, ${masked}`,
			send: (idempotencyKey) => api.post("/transaction-service-vt/eft/bank-deposit", { body, idempotencyKey }),
			onDone({ transaction }) {
				const sentence = transaction.approval === null ? phrases.done : phrases.waits;
				onDone(sentence(formats.money(transaction.amount, "CAD"), masked));
			},
		});
	}

	return (
		<OnceDialog title={phrases.action} request={request} onClose={onClose}>
			<Loaded resource={account}>
				{({ bank_account: linked }) =>
					linked === null ? (
						<p>{phrases.noAccount}</p>
					) : (
						<ChangeForm
							change={request}
							action={phrases.action}
							onSubmit={() => deposit(linked.masked_account)}
							onCancel={onClose}
						>
							<p>{phrases.explanation(linked.masked_account)}</p>
							<AmountField amount={amount} change={request} onType={setAmount} />
						</ChangeForm>
					)
				}
			</Loaded>
		</OnceDialog>
	);
}
