import type { ComponentChildren, JSX } from "preact";
import { useState } from "preact/hooks";
import type { CustomerRecord } from "../api/records.ts";
import { useApp } from "../shell/app.ts";
import { amountToSend } from "../transactions/amount.ts";
import { ChangeForm } from "../ui/change-form.tsx";
import type { Once } from "../ui/once.model.ts";
import { OnceDialog } from "../ui/once-dialog.tsx";
import { AccountFields, noAccount } from "./account-fields.tsx";
import { AmountField, DescriptionField } from "./amount-fields.tsx";
import { CustomerChoice } from "./customer-choice.tsx";
import { eftPath, type Movement, typedMoney } from "./wallet-records.ts";

export interface MoneyDialogProps {
	/** Outlives the dialog. */
	request: Once;
	onClose: () => void;
	/** Called with what to say about it. */
	onDone: (sentence: string) => void;
}

/** Asks a customer for money. */
export function AskDialog(props: MoneyDialogProps): JSX.Element {
	const phrases = useApp().words.wallet.ask;
	return <CustomerMoneyDialog {...props} operation="request" phrases={phrases} body={{}} />;
}

/** Sends money to a customer's bank account. */
export function SendDialog(props: MoneyDialogProps): JSX.Element {
	const phrases = useApp().words.wallet.send;
	const [account, setAccount] = useState(noAccount);
	return (
		<CustomerMoneyDialog {...props} operation="send" phrases={phrases} body={account}>
			<AccountFields account={account} change={props.request} onType={setAccount} />
		</CustomerMoneyDialog>
	);
}

interface CustomerMoneyDialogProps extends MoneyDialogProps {
	operation: "request" | "send";
	phrases: { action: string; explanation: string; done: (money: string, customer: string) => string };
	/** What the request has beside amount and description. */
	body: object;
	/** Its fields. */
	children?: ComponentChildren;
}

function CustomerMoneyDialog(props: CustomerMoneyDialogProps): JSX.Element {
	const { request, operation, phrases, body: details, onClose, onDone, children } = props;
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
		void request.ask({
			what: `${typedMoney(formats, amount)}, ${customer.email}`,
			send: (idempotencyKey) => api.change<Movement>("POST", path, { body, idempotencyKey }),
			onDone: (movement) => onDone(phrases.done(formats.money(movement.amount, "CAD"), customer.email)),
		});
	}

	return (
		<OnceDialog title={phrases.action} request={request} onClose={onClose}>
			<ChangeForm change={request} action={phrases.action} onSubmit={submit} onCancel={onClose}>
				<p>{phrases.explanation}</p>
				<CustomerChoice
					chosen={customer}
					error={isCustomerMissing ? words.wallet.customer.missing : undefined}
					onChoose={(chosen) => {
						setCustomer(chosen);
						setCustomerMissing(false);
					}}
				/>
				<AmountField amount={amount} change={request} onType={setAmount} />
				<DescriptionField description={description} change={request} onType={setDescription} />
				{children}
			</ChangeForm>
		</OnceDialog>
	);
}
