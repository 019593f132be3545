import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import type { CustomerRecord } from "../api/records.ts";
import { useApp } from "../shell/app.ts";
import { hrefOf } from "../shell/router.ts";
import { payerName } from "../transactions/transaction-words.ts";
import { TextField } from "../ui/forms/field.tsx";
import { Loaded, SkeletonRows } from "../ui/loading/states.tsx";
import { useResource } from "../ui/loading/use-resource.ts";

export interface CustomerChoiceProps {
	chosen: CustomerRecord | undefined;
	onChoose: (customer: CustomerRecord) => void;
	error: string | undefined;
}

/** Without a search, the newest customers are offered: mostly it is one of them. */
const offered = "5";

/** Offers customers, and finds others by their email address. */
export function CustomerChoice({ chosen, onChoose, error }: CustomerChoiceProps): JSX.Element {
	const { api } = useApp();
	const [typed, setTyped] = useState("");
	const [wanted, setWanted] = useState("");
	const query = new URLSearchParams({ limit: offered, ...(wanted !== "" && { email_address: wanted }) });
	const list = useResource((signal) => api.get("/customer-service/customer", { query, signal }), query.toString());
	return (
		<div class="section">
			<CustomerSearch error={error} typed={typed} onText={setTyped} onSearch={() => setWanted(typed.trim())} />
			<Loaded resource={list} skeleton={<SkeletonRows count={2} />}>
				{({ entities }) =>
					entities.length > 0 ? (
						<Choices customers={entities} isFound={wanted !== ""} chosen={chosen} onChoose={onChoose} />
					) : (
						// The last search found nothing; a text that is still being typed was not searched for.
						wanted === typed.trim() && <NoCustomer isSearch={wanted !== ""} />
					)
				}
			</Loaded>
		</div>
	);
}

function NoCustomer({ isSearch }: { isSearch: boolean }): JSX.Element {
	const { words } = useApp();
	const { none, noneYet } = words.wallet.customer;
	return (
		<p role="status">
			{isSearch ? none : noneYet} <a href={hrefOf("customers", {})}>{words.customers.title}</a>
		</p>
	);
}

interface CustomerSearchProps extends Pick<CustomerChoiceProps, "error"> {
	/** An email address, or nothing. */
	typed: string;
	onText: (text: string) => void;
	onSearch: () => void;
}

function CustomerSearch({ error, typed, onText, onSearch }: CustomerSearchProps): JSX.Element {
	const { email, find } = useApp().words.wallet.customer;

	/** Enter finds the customer; it must not ask anybody for money. */
	function searchOnEnter(event: KeyboardEvent): void {
		if (event.key !== "Enter") return;
		event.preventDefault();
		onSearch();
	}

	return (
		// biome-ignore lint/a11y/noStaticElementInteractions: the field inside is what takes the key
		<div class="search-row" onKeyDown={searchOnEnter}>
			<TextField label={email} type="email" autocomplete="off" error={error} value={typed} onText={onText} />
			<button type="button" class="button-quiet" onClick={onSearch}>
				{find}
			</button>
		</div>
	);
}

interface ChoicesProps extends Pick<CustomerChoiceProps, "chosen" | "onChoose"> {
	customers: CustomerRecord[];
	/** True for the result of a search: a single customer is then chosen. */
	isFound: boolean;
}

function Choices({ customers, isFound, chosen, onChoose }: ChoicesProps): JSX.Element {
	const { words } = useApp();
	const [only, ...others] = customers;
	const found = isFound && others.length === 0 ? only : undefined;
	useEffect(() => {
		if (found !== undefined) onChoose(found);
	}, [found?.lookup_id]);
	return (
		<fieldset class="choices">
			<legend class="visually-hidden">{words.wallet.customer.legend}</legend>
			{customers.map((customer) => (
				<label key={customer.lookup_id} class="choice">
					<input
						type="radio"
						name="customer"
						checked={chosen?.lookup_id === customer.lookup_id}
						onChange={() => onChoose(customer)}
					/>
					<span>
						<bdi>{payerName(customer)}</bdi>
						<br />
						<bdi class="small muted">{customer.email}</bdi>
					</span>
				</label>
			))}
		</fieldset>
	);
}
