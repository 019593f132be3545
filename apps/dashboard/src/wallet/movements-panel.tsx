import type { Schemas } from "../api/records.ts";
import type { Words } from "../locale/words.ts";
import { type App, useApp } from "../shell/app.ts";
import { hrefOf } from "../shell/router.ts";
import { payerName } from "../transactions/transaction-words.ts";
import { Breakable } from "../ui/breakable.tsx";
import { Chip } from "../ui/chip.tsx";
import type { Resource } from "../ui/loading/loaded.tsx";
import { Panel } from "../ui/page.tsx";
import { dayFilters, type Filter, textFilters } from "../ui/tables/filters.tsx";
import { type Column, column, RecordList, RowMoment } from "../ui/tables/table.tsx";
import { endingOf, type Movement, messageOf, signedAmount } from "./wallet-records.ts";

export function MovementsPanel({ movements }: { movements: Resource<Schemas["EftTransactionList"]> }) {
	const app = useApp();
	const phrases = app.words.wallet.movements;
	const filters = filtersFor(app.words);
	return (
		<Panel title={phrases.title} isOpen>
			<RecordList
				resource={movements}
				phrases={phrases}
				filters={filters}
				columns={columnsFor(app)}
				keyOf="transaction_id"
			/>
		</Panel>
	);
}

function filtersFor(words: Words): Filter[] {
	const { wallet, transactions } = words;
	return [
		...dayFilters(words),
		{ name: "transaction_status", label: transactions.filters.transaction_status, choices: wallet.statuses },
		{ name: "transaction_kind", label: wallet.movements.columns.what, choices: wallet.kinds },
		...textFilters(words, "email_address"),
	];
}

function columnsFor({ words, formats }: App): Column<Movement>[] {
	const { movements, kinds } = words.wallet;
	const { columns } = movements;
	return [
		column(columns.time, "moment", (movement) => <PaymentMoment payment={movement} />),
		column(columns.what, "plain", (movement) => kinds[movement.transaction_kind]),
		column(columns.status, "plain", (movement) => <MovementChip movement={movement} />),
		column(columns.who, "text short plain", (movement) => <Counterparty movement={movement} />),
		column(columns.for, "text plain", (movement) => <Description movement={movement} />),
		column(columns.amount, "amount end", (movement) => signedAmount(formats, movement)),
	];
}

export function PaymentMoment({ payment: { transaction_id, transaction_time: at } }: { payment: Movement }) {
	return <RowMoment href={hrefOf("walletPayment", { transaction_id })} at={at} />;
}

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

export function MovementChip({ movement }: { movement: Movement }) {
	const { statuses, endings, approvals } = useApp().words.wallet;
	const { transaction_result: result } = movement;
	if (result === "APPROVED") return <Chip tone="success" icon="check" label={statuses.APPROVED} />;
	if (result === "PENDING") {
		const label = movement.approval === "WAITING" ? approvals.title : statuses.PENDING;
		return <Chip tone="warning" icon="clock" label={label} />;
	}
	const ending = endingOf(movement);
	if (ending === "expired") return <Chip tone="neutral" icon="clock" label={endings.expired} />;
	return <Chip tone="danger" icon="cross" label={ending === undefined ? statuses.DECLINED : endings[ending]} />;
}
