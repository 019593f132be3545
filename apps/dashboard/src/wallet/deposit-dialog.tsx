import type { JSX } from "preact";
import { useState } from "preact/hooks";
import type { Schemas } from "../api/records.ts";
import { ChangeForm } from "../look/change-form.tsx";
import { Dialog } from "../look/dialog.tsx";
import type { Resource } from "../look/resource.ts";
import { Loaded } from "../look/states.tsx";
import { useChange } from "../look/use-change.ts";
import { useApp } from "../shell/app.ts";
import { amountToSend, decimalOf, parseAmount } from "../transactions/amount.ts";
import { AmountField } from "./amount-fields.tsx";
import type { MoneyDialogProps } from "./money-dialogs.tsx";
import { eftPath } from "./wallet-records.ts";

export interface DepositDialogProps extends MoneyDialogProps {
	account: Resource<Schemas["LinkedBankAccount"]>;
}

/** Has money of the wallet go to the bank account that is linked. */
export function DepositDialog({ account, keyFor, onClose, onDone }: DepositDialogProps): JSX.Element {
	const { api, words, formats } = useApp();
	const [amount, setAmount] = useState("");
	const change = useChange();
	const phrases = words.wallet.deposit;
	const path = `${eftPath}/bank-deposit`;

	function deposit(masked: string): void {
		const body = { amount: amountToSend(amount) };
		const options = { body, idempotencyKey: keyFor({ path, ...body }) };
		const money = formats.money(Number(decimalOf(parseAmount(amount) ?? 0)), "CAD");
		void change.run(
			() => api.change("POST", path, options),
			() => onDone(phrases.done(money, masked)),
		);
	}

	return (
		<Dialog title={phrases.action} onClose={onClose} isBusy={change.state.value.kind === "sending"}>
			<Loaded resource={account}>
				{({ bank_account: linked }) =>
					linked === null ? (
						<p>{phrases.noAccount}</p>
					) : (
						<ChangeForm
							change={change}
							action={phrases.action}
							onSubmit={() => deposit(linked.masked_account)}
							onCancel={onClose}
						>
							<p>{phrases.explanation(linked.masked_account)}</p>
							<AmountField amount={amount} change={change} onType={setAmount} />
						</ChangeForm>
					)
				}
			</Loaded>
		</Dialog>
	);
}
