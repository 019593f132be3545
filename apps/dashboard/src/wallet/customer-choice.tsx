import { useEffect, useState } from "preact/hooks";
import type { CustomerRecord } from "../api/records.ts";
import { useApp } from "../shell/app.ts";
import { hrefOf } from "../shell/router.ts";
import { payerName } from "../transactions/transaction-words.ts";
import { RadioGroup } from "../ui/forms/fields.tsx";
import { SearchRow } from "../ui/forms/search-row.tsx";
import { Loaded, useResource } from "../ui/loading/loaded.tsx";

export interface CustomerChoiceProps {
	chosen: CustomerRecord | undefined;
	/** Called with `undefined` when the chosen customer is no longer shown. */
	onChoose: (customer: CustomerRecord | undefined) => void;
	error: string | undefined;
}

/** Without a search, the newest customers are offered: mostly it is one of them. */
const offered = "5";

export function CustomerChoice({ chosen, onChoose, error }: CustomerChoiceProps) {
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
	customers: CustomerRecord[];
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
			choices={customers.map((customer) => ({
				key: customer.lookup_id,
				value: customer,
				isChosen: chosen?.lookup_id === customer.lookup_id,
				label: (
					<>
						<bdi>{payerName(customer)}</bdi>
						<br />
						<bdi class="small muted">{customer.email}</bdi>
					</>
				),
			}))}
			onChange={onChoose}
		/>
	);
}
