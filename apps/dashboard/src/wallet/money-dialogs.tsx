import type { ComponentChildren } from "preact";
import { useEffect, useState } from "preact/hooks";
import type { Schemas } from "../api/records.ts";
import { useApp } from "../shell/app.ts";
import { hrefOf } from "../shell/router.ts";
import { amountToSend } from "../transactions/amount.ts";
import { payerName } from "../transactions/transaction-words.ts";
import { ChangeDialog, type DialogEnds, FormDialog } from "../ui/dialog.tsx";
import type { Change } from "../ui/forms/change.model.ts";
import { ChangeForm } from "../ui/forms/change-form.tsx";
import { RadioGroup, TextField, useForm } from "../ui/forms/fields.tsx";
import { SearchRow } from "../ui/forms/search-row.tsx";
import { Loaded, type Resource, useResource } from "../ui/loading/loaded.tsx";
import { AccountFields, AmountField, noAccount } from "./money-fields.tsx";
import { type Movement, typedMoney } from "./wallet-records.ts";

/** Done with what to say about it. */
export interface MoneyDialogProps extends DialogEnds<string> {
	change: Change;
}

export function AskDialog(props: MoneyDialogProps) {
	const { api, words } = useApp();
	const send = (call: MoneyCall) => api.post("/transaction-service-vt/eft/request/{customer_lookup_id}", call);
	return <CustomerMoneyDialog {...props} phrases={words.wallet.ask} send={send} />;
}

export function SendDialog(props: MoneyDialogProps) {
	const { api, words } = useApp();
	const { values: account, field } = useForm(noAccount, props.change);
	const send = ({ body, ...call }: MoneyCall) =>
		api.post("/transaction-service-vt/eft/send/{customer_lookup_id}", { ...call, body: { ...body, ...account } });
	return (
		<CustomerMoneyDialog {...props} phrases={words.wallet.send} send={send}>
			<AccountFields field={field} />
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
	children?: ComponentChildren;
}

function CustomerMoneyDialog(props: CustomerMoneyDialogProps) {
	const { change, phrases, send, onClose, onDone, children } = props;
	const { words, formats } = useApp();
	const [customer, setCustomer] = useState<Schemas["Customer"]>();
	const [isCustomerMissing, setCustomerMissing] = useState(false);
	const { values, field } = useForm({ amount: "", description: "" }, change);

	function submit(): void {
		setCustomerMissing(customer === undefined);
		if (customer === undefined) return;
		const path = { customer_lookup_id: customer.lookup_id };
		const description = values.description.trim();
		const body = { amount: amountToSend(values.amount), ...(description !== "" && { description }) };
		void change.ask({
			what: `${typedMoney(formats, values.amount)}, ${customer.email}`,
			send: (idempotencyKey) => send({ path, body, idempotencyKey }),
			onDone: (movement) => {
				const { waits } = words.wallet.approvals;
				const tell = movement.approval === "WAITING" ? waits : phrases.done;
				onDone(tell(formats.money(movement.amount, "CAD"), customer.email));
			},
		});
	}

	return (
		<FormDialog title={phrases.action} change={change} onSubmit={submit} onClose={onClose}>
			<p>{phrases.explanation}</p>
			<CustomerChoice
				chosen={customer}
				error={isCustomerMissing ? words.wallet.customer.missing : undefined}
				onChoose={(chosen) => {
					setCustomer(chosen);
					setCustomerMissing(false);
				}}
			/>
			<AmountField {...field("amount")} />
			<TextField {...field("description", words.wallet.description, words.wallet.descriptionHint)} isOptional />
			{children}
		</FormDialog>
	);
}

export interface DepositDialogProps extends MoneyDialogProps {
	account: Resource<Schemas["LinkedBankAccount"]>;
}

export function DepositDialog({ account, change, onClose, onDone }: DepositDialogProps) {
	const { api, words, formats } = useApp();
	const { values, field } = useForm({ amount: "" }, change);
	const phrases = words.wallet.deposit;

	function deposit(masked: string): void {
		const body = { amount: amountToSend(values.amount) };
		void change.ask({
			what: `${typedMoney(formats, values.amount)}, ${masked}`,
			send: (idempotencyKey) => api.post("/transaction-service-vt/eft/bank-deposit", { body, idempotencyKey }),
			onDone({ transaction }) {
				const sentence = transaction.approval === null ? phrases.done : phrases.waits;
				onDone(sentence(formats.money(transaction.amount, "CAD"), masked));
			},
		});
	}

	return (
		<ChangeDialog title={phrases.action} change={change} onClose={onClose}>
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
							<AmountField {...field("amount")} />
						</ChangeForm>
					)
				}
			</Loaded>
		</ChangeDialog>
	);
}

interface CustomerChoiceProps {
	chosen: Schemas["Customer"] | undefined;
	/** Called with `undefined` when the chosen customer is no longer shown. */
	onChoose: (customer: Schemas["Customer"] | undefined) => void;
	error: string | undefined;
}

/** Without a search, the newest customers are offered: mostly it is one of them. */
const offered = "5";

function CustomerChoice({ chosen, onChoose, error }: CustomerChoiceProps) {
	const { api, words } = useApp();
	const [typed, setTyped] = useState("");
	const [wanted, setWanted] = useState("");
	const query = new URLSearchParams({ limit: offered, ...(wanted !== "" && { email_address: wanted }) });
	const list = useResource(async (signal) => {
		const { entities } = await api.get("/customer-service/customer", { query, signal });
		return { customers: entities, searched: wanted };
	}, query.toString());

	function search(): void {
		if (typed.trim() !== wanted) onChoose(undefined);
		setWanted(typed.trim());
	}

	return (
		<div class="section">
			<SearchRow
				label={words.terminal.customerEmail}
				type="email"
				error={error}
				action={words.terminal.find}
				value={typed}
				onChange={setTyped}
				onSearch={search}
			/>
			<Loaded resource={list} skeleton={2}>
				{({ customers, searched }) => (
					<Choices customers={customers} searched={searched} typed={typed.trim()} chosen={chosen} onChoose={onChoose} />
				)}
			</Loaded>
		</div>
	);
}

function NoCustomer({ isSearch }: { isSearch: boolean }) {
	const { words } = useApp();
	const { none, noneYet } = words.wallet.customer;
	return (
		<p role="status">
			{isSearch ? none : noneYet} <a href={hrefOf("customers", {})}>{words.shell.pages.customers}</a>
		</p>
	);
}

interface ChoicesProps extends Pick<CustomerChoiceProps, "chosen" | "onChoose"> {
	customers: Schemas["Customer"][];
	/** The text of the search that found them; empty without a search. A single customer that it found is chosen. */
	searched: string;
	typed: string;
}

function Choices({ customers, searched, typed, chosen, onChoose }: ChoicesProps) {
	const { words } = useApp();
	useEffect(() => {
		const [only, ...others] = customers;
		if (searched !== "" && only !== undefined && others.length === 0) onChoose(only);
		else if (customers.every(({ lookup_id: id }) => id !== chosen?.lookup_id)) onChoose(undefined);
	}, [customers]);
	if (customers.length === 0) {
		// A text that is still being typed was not searched for.
		return searched === typed ? <NoCustomer isSearch={searched !== ""} /> : null;
	}
	return (
		<RadioGroup
			legend={words.wallet.customer.legend}
			name="customer"
			chosen={chosen?.lookup_id}
			choices={customers.map((customer) => [
				customer.lookup_id,
				customer,
				<>
					<bdi>{payerName(customer)}</bdi>
					<br />
					<bdi class="small muted">{customer.email}</bdi>
				</>,
			])}
			onChange={onChoose}
		/>
	);
}
