import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import type { CustomerRecord } from "../api/records.ts";
import { useApp } from "../shell/app.ts";
import { amountToSend } from "../transactions/amount.ts";
import { OnceDialog } from "../ui/dialogs/once-dialog.tsx";
import { ChangeForm } from "../ui/forms/change-form.tsx";
import type { Once } from "../ui/forms/once.model.ts";
import { AccountFields, noAccount } from "./account-fields.tsx";
import { AmountField, DescriptionField } from "./amount-fields.tsx";
import { CustomerChoice } from "./customer-choice.tsx";
import { type Movement, typedMoney } from "./wallet-records.ts";

export interface MoneyDialogProps {
	/** Outlives the dialog. */
	request: Once;
	onClose: () => void;
	/** Called with what to say about it. */
	onDone: (sentence: string) => void;
}

export function AskDialog(props: MoneyDialogProps) {
	const { api, words } = useApp();
	const send = (call: MoneyCall) => api.post("/transaction-service-vt/eft/request/{customer_lookup_id}", call);
	return <CustomerMoneyDialog {...props} phrases={words.wallet.ask} send={send} />;
}

/** Sends money to a customer's bank account. */
export function SendDialog(props: MoneyDialogProps) {
	const { api, words } = useApp();
	const [account, setAccount] = useState(noAccount);
	const send = ({ body, ...call }: MoneyCall) =>
		api.post("/transaction-service-vt/eft/send/{customer_lookup_id}", { ...call, body: { ...body, ...account } });
	return (
		<CustomerMoneyDialog {...props} phrases={words.wallet.send} send={send}>
			<AccountFields account={account} change={props.request} onType={setAccount} />
		</CustomerMoneyDialog>
	);
}

interface MoneyCall {
	path: { customer_lookup_id: string };
	body: { amount: string; description?: string };
	idempotencyKey: string;
}

interface CustomerMoneyDialogProps extends MoneyDialogProps {
	phrases: { action: string; explanation: string; done: (money: string, customer: string) => string };
	send: (call: MoneyCall) => Promise<Movement>;
	/** Fields beside customer, amount and description. */
	children?: ComponentChildren;
}

function CustomerMoneyDialog(props: CustomerMoneyDialogProps) {
	const { request, phrases, send, onClose, onDone, children } = props;
	const { words, formats } = useApp();
	const [customer, setCustomer] = useState<CustomerRecord>();
	const [isCustomerMissing, setCustomerMissing] = useState(false);
	const [amount, setAmount] = useState("");
	const [description, setDescription] = useState("");

	function submit(): void {
		setCustomerMissing(customer === undefined);
		if (customer === undefined) return;
		const path = { customer_lookup_id: customer.lookup_id };
		const text = description.trim();
		const body = { amount: amountToSend(amount), ...(text !== "" && { description: text }) };
		void request.ask({
			what: `${typedMoney(formats, amount)}, ${customer.email}`,
			send: (idempotencyKey) => send({ path, body, idempotencyKey }),
			onDone: (movement) => {
				const { waits } = words.wallet.approvals;
				const tell = movement.approval === "WAITING" ? waits : phrases.done;
				onDone(tell(formats.money(movement.amount, "CAD"), customer.email));
			},
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
