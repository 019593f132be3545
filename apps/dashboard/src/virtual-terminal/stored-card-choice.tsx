import { useEffect, useState } from "preact/hooks";
import type { Schemas } from "../api/records.ts";
import { useApp } from "../shell/app.ts";
import { currentQuery } from "../shell/router.ts";
import { cardName, payerName } from "../transactions/transaction-words.ts";
import { RadioGroup } from "../ui/forms/fields.tsx";
import { SearchRow } from "../ui/forms/search-row.tsx";
import { createResource, Loaded, type Read, type Resource } from "../ui/loading/loaded.tsx";
import type { StoredCard } from "./plan-charge.ts";

export interface StoredCardChoiceProps {
	chosen: StoredCard | undefined;
	/** Called with `undefined` when the chosen card is no longer shown. */
	onChoose: (card: StoredCard | undefined) => void;
	error: string | undefined;
}

type Found = Pick<Schemas["CustomerList"], "entities">;

export function StoredCardChoice({ chosen, onChoose, error }: StoredCardChoiceProps) {
	const { api, words } = useApp();
	const [email, setEmail] = useState("");
	const [found, setFound] = useState<Resource<Found>>();
	const asked = currentQuery.value.get("customer");
	useEffect(() => {
		if (asked === null || chosen !== undefined) return;
		show(async (signal) => {
			const path = { customer_lookup_id: asked };
			const customer = await api.get("/customer-service/customer/{customer_lookup_id}", { path, signal });
			const card = customer.cards.find(({ is_default: isDefault }) => isDefault);
			if (card !== undefined && !signal.aborted) onChoose({ customerLookupId: asked, cardLookupId: card.lookup_id });
			return { entities: [customer] };
		});
	}, [asked]);
	useEffect(() => found?.stop, [found]);

	function show(read: Read<Found>): void {
		const resource = createResource(read);
		setFound(resource);
		void resource.load();
	}

	function find(): void {
		if (email.trim() === "") return;
		const query = new URLSearchParams({ email_address: email.trim() });
		onChoose(undefined);
		show((signal) => api.get("/customer-service/customer", { query, signal }));
	}

	return (
		<div class="section">
			<SearchRow
				label={words.terminal.customerEmail}
				error={error}
				action={words.terminal.find}
				value={email}
				onChange={setEmail}
				onSearch={find}
			/>
			{found && (
				<Loaded resource={found}>
					{({ entities }) => <FoundCards customers={entities} chosen={chosen} onChoose={onChoose} />}
				</Loaded>
			)}
		</div>
	);
}

interface FoundCardsProps extends Pick<StoredCardChoiceProps, "chosen" | "onChoose"> {
	customers: Schemas["Customer"][];
}

function FoundCards({ customers, chosen, onChoose }: FoundCardsProps) {
	const { words } = useApp();
	if (customers.length === 0) return <p role="status">{words.terminal.noCustomer}</p>;
	if (customers.every(({ cards }) => cards.length === 0)) return <p role="status">{words.terminal.noCards}</p>;
	return (
		<RadioGroup
			legend={words.terminal.storedCard}
			name="stored-card"
			chosen={chosen?.cardLookupId}
			choices={customers.flatMap((customer) =>
				customer.cards.map(
					(card) =>
						[
							card.lookup_id,
							{ customerLookupId: customer.lookup_id, cardLookupId: card.lookup_id },
							<CardLabel key="label" customer={customer} card={card} />,
						] as const,
				),
			)}
			onChange={onChoose}
		/>
	);
}

function CardLabel({ customer, card }: { customer: Schemas["Customer"]; card: Schemas["Card"] }) {
	const { words } = useApp();
	const holder = new Set([payerName(customer), customer.email, card.card_description]);
	return (
		<>
			<span class="figures">{cardName(card)}</span>{" "}
			<span class="small muted">{words.terminal.expires(card.card_expiry)}</span>
			<br />
			<bdi class="small muted">{[...holder].filter(Boolean).join(" · ")}</bdi>
		</>
	);
}
