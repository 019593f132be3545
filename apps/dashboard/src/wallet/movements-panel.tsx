import type { Schemas } from "../api/records.ts";
import { type App, useApp } from "../shell/app.ts";
import { currentQuery, hrefOf } from "../shell/router.ts";
import { payerName } from "../transactions/transaction-words.ts";
import { Breakable } from "../ui/breakable.tsx";
import type { Resource } from "../ui/loading/resource.ts";
import { Empty, Loaded } from "../ui/loading/states.tsx";
import { type Column, DataTable } from "../ui/tables/data-table.tsx";
import { FilterBar } from "../ui/tables/filter-bar.tsx";
import { SelectFilter, TextFilter } from "../ui/tables/filter-fields.tsx";
import { Pager } from "../ui/tables/pager.tsx";
import { MovementChip } from "./movement-chip.tsx";
import { PaymentLink } from "./payment-link.tsx";
import { type Movement, messageOf, signedAmount } from "./wallet-records.ts";

const filterNames = ["from_date", "to_date", "transaction_status", "transaction_kind", "email_address"] as const;

/** The wallet's transactions, newest first, filtered by the address. */
export function MovementsPanel({ movements }: { movements: Resource<Schemas["EftTransactionList"]> }) {
	const app = useApp();
	const phrases = app.words.wallet.movements;
	const isFiltered = filterNames.some((name) => currentQuery.value.has(name));
	return (
		<>
			<h2 id="movements">{phrases.title}</h2>
			<MovementFilters />
			<section class="panel list-panel" aria-labelledby="movements">
				<Loaded resource={movements}>
					{({ entities, paging }) => (
						<>
							{entities.length === 0 ? (
								<Empty title={isFiltered ? phrases.noneMatch : phrases.none}>
									{!isFiltered && <p>{phrases.noneHint}</p>}
								</Empty>
							) : (
								<DataTable
									caption={phrases.caption}
									columns={columnsFor(app)}
									rows={entities}
									keyOf={(movement) => movement.transaction_id}
								/>
							)}
							<Pager paging={paging} />
						</>
					)}
				</Loaded>
			</section>
		</>
	);
}

function MovementFilters() {
	const { wallet, transactions } = useApp().words;
	const { from, to, status, any, email } = transactions.filters;
	return (
		<FilterBar names={filterNames}>
			<TextFilter name="from_date" label={from} type="date" />
			<TextFilter name="to_date" label={to} type="date" />
			<SelectFilter name="transaction_status" label={status} any={any} choices={wallet.statuses} />
			<SelectFilter name="transaction_kind" label={wallet.movements.columns.what} any={any} choices={wallet.kinds} />
			<TextFilter name="email_address" label={email} />
		</FilterBar>
	);
}

function columnsFor({ words, formats }: App): Column<Movement>[] {
	const { movements, kinds } = words.wallet;
	const { columns } = movements;
	return [
		{ key: "time", head: columns.time, isTime: true, cell: (movement) => <PaymentLink payment={movement} /> },
		{ key: "what", head: columns.what, inCard: "plain", cell: (movement) => kinds[movement.transaction_kind] },
		{ key: "status", head: columns.status, inCard: "plain", cell: (movement) => <MovementChip movement={movement} /> },
		{
			key: "who",
			head: columns.who,
			isText: true,
			isShort: true,
			inCard: "plain",
			cell: (movement) => <Counterparty movement={movement} />,
		},
		{
			key: "for",
			head: columns.for,
			isText: true,
			inCard: "plain",
			cell: (movement) => <Description movement={movement} />,
		},
		{
			key: "amount",
			head: columns.amount,
			isAmount: true,
			inCard: "end",
			cell: (movement) => signedAmount(formats, movement),
		},
	];
}

/** The customer, as a link to their page, or the other business. */
function Counterparty({ movement }: { movement: Movement }) {
	const { may } = useApp();
	const { customer_lookup_id } = movement;
	const name = <Breakable text={payerName(movement)} />;
	if (customer_lookup_id === null || !may("customers.read")) return name;
	return (
		<a class="cell-link" href={hrefOf("customer", { customer_lookup_id })}>
			{name}
		</a>
	);
}

/** The description and the processor's message. */
function Description({ movement }: { movement: Movement }) {
	const { words } = useApp();
	return (
		<>
			<bdi>{movement.description ?? ""}</bdi>
			{movement.transaction_message !== null && (
				<p class="small muted">
					<bdi>{messageOf(words, movement)}</bdi>
				</p>
			)}
		</>
	);
}
