import type { ComponentChildren, JSX } from "preact";
import { useState } from "preact/hooks";
import type { CustomerRecord } from "../api/records.ts";
import type { RequestKeys } from "../api/request-key.ts";
import type { Change } from "../look/change.model.ts";
import { ChangeForm } from "../look/change-form.tsx";
import { Dialog } from "../look/dialog.tsx";
import { useChange } from "../look/use-change.ts";
import { useApp } from "../shell/app.ts";
import { amountToSend } from "../transactions/amount.ts";
import { AccountFields, noAccount } from "./account-fields.tsx";
import { AmountField, DescriptionField } from "./amount-fields.tsx";
import { CustomerChoice } from "./customer-choice.tsx";
import { eftPath, type Movement } from "./wallet-records.ts";

export interface MoneyDialogProps {
	/** Outlives the dialog: whoever opens it again after a lost answer asks for the same thing, not for a second one. */
	keyFor: RequestKeys;
	onClose: () => void;
	/** Called with what to say about it. */
	onDone: (sentence: string) => void;
}

/** Asks a customer for money. */
export function AskDialog(props: MoneyDialogProps): JSX.Element {
	const phrases = useApp().words.wallet.ask;
	const change = useChange();
	return <CustomerMoneyDialog {...props} change={change} operation="request" phrases={phrases} body={{}} />;
}

/** Sends money to a customer's bank account. */
export function SendDialog(props: MoneyDialogProps): JSX.Element {
	const phrases = useApp().words.wallet.send;
	const change = useChange();
	const [account, setAccount] = useState(noAccount);
	return (
		<CustomerMoneyDialog {...props} change={change} operation="send" phrases={phrases} body={account}>
			<AccountFields account={account} change={change} onType={setAccount} />
		</CustomerMoneyDialog>
	);
}

interface CustomerMoneyDialogProps extends MoneyDialogProps {
	change: Change;
	operation: "request" | "send";
	phrases: { action: string; explanation: string; done: (money: string, customer: string) => string };
	/** What the request has beside amount and description. */
	body: object;
	/** Its fields. */
	children?: ComponentChildren;
}

function CustomerMoneyDialog(props: CustomerMoneyDialogProps): JSX.Element {
	const { change, operation, phrases, body: details, keyFor, onClose, onDone, children } = props;
	const { api, words, formats } = useApp();
	const [customer, setCustomer] = useState<CustomerRecord>();
	const [isCustomerMissing, setCustomerMissing] = useState(false);
	const [amount, setAmount] = useState("");
	const [description, setDescription] = useState("");

	function submit(): void {
		setCustomerMissing(customer === undefined);
		if (customer === undefined) return;
		const path = `${eftPath}/${operation}/${customer.lookup_id}`;
		const text = description.trim();
		const body = { amount: amountToSend(amount), ...(text !== "" && { description: text }), ...details };
		const options = { body, idempotencyKey: keyFor({ path, ...body }) };
		void change.run(
			() => api.change<Movement>("POST", path, options),
			(movement) => onDone(phrases.done(formats.money(movement.amount, "CAD"), customer.email)),
		);
	}

	return (
		<Dialog title={phrases.action} onClose={onClose} isBusy={change.state.value.kind === "sending"}>
			<ChangeForm change={change} action={phrases.action} onSubmit={submit} onCancel={onClose}>
				<p>{phrases.explanation}</p>
				<CustomerChoice
					chosen={customer}
					error={isCustomerMissing ? words.wallet.customer.missing : undefined}
					onChoose={(chosen) => {
						setCustomer(chosen);
						setCustomerMissing(false);
					}}
				/>
				<AmountField amount={amount} change={change} onType={setAmount} />
				<DescriptionField description={description} change={change} onType={setDescription} />
				{children}
			</ChangeForm>
		</Dialog>
	);
}
