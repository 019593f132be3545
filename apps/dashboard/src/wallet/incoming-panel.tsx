import { type App, useApp } from "../shell/app.ts";
import { Breakable } from "../ui/breakable.tsx";
import { Chip } from "../ui/chip.tsx";
import { Empty, Loaded, SkeletonRows } from "../ui/loading/states.tsx";
import { useResource } from "../ui/loading/use-resource.ts";
import { type Column, DataTable } from "../ui/tables/data-table.tsx";
import type { IncomingRequest } from "./wallet-records.ts";

/** Pending requests come first, so one page is enough. */
const onePage = new URLSearchParams({ limit: "100" });

/** Payment requests from other businesses, with links to answer them. */
export function IncomingPanel() {
	const app = useApp();
	const { api, words } = app;
	const list = useResource(
		(signal) => api.get("/transaction-service-vt/eft/incoming-requests", { query: onePage, signal }),
		"",
	);
	const phrases = words.wallet.incoming;
	return (
		<>
			<h2 id="incoming">{phrases.title}</h2>
			<section class="panel list-panel" aria-labelledby="incoming">
				<Loaded resource={list} skeleton={<SkeletonRows count={2} />}>
					{({ incoming_requests: requests }) =>
						requests.length === 0 ? (
							<Empty title={phrases.none} />
						) : (
							<DataTable
								caption={phrases.caption}
								columns={columnsFor(app)}
								rows={requests}
								keyOf={(request) => request.processor_transaction_id}
							/>
						)
					}
				</Loaded>
			</section>
		</>
	);
}

function columnsFor({ words, formats, may }: App): Column<IncomingRequest>[] {
	const { columns, answer, answerNamed } = words.wallet.incoming;
	const answering: Column<IncomingRequest> = {
		key: "answer",
		inCard: "plain",
		head: words.shared.actions,
		cell: (request) =>
			request.status === "PENDING" && (
				// Another page of the gateway, where the decision is made: the browser goes there itself.
				<a
					class="button-quiet button-small"
					href={new URL(request.redirect_url).pathname}
					aria-label={answerNamed(formats.money(request.amount, "CAD"), request.merchant_name)}
				>
					{answer}
				</a>
			),
	};
	return [
		{ key: "date", head: columns.date, isTime: true, cell: ({ date }) => formats.moment(Date.parse(date)) },
		{
			key: "from",
			head: columns.from,
			isText: true,
			inCard: "plain",
			cell: ({ merchant_name: name }) => <Breakable text={name} />,
		},
		{
			key: "for",
			head: columns.for,
			isText: true,
			inCard: "plain",
			cell: ({ description }) => <Breakable text={description} />,
		},
		{ key: "status", head: columns.status, inCard: "plain", cell: ({ status }) => <RequestChip status={status} /> },
		{
			key: "amount",
			head: columns.amount,
			isAmount: true,
			inCard: "end",
			cell: ({ amount }) => formats.money(amount, "CAD"),
		},
		...(may("wallet.send") ? [answering] : []),
	];
}

function RequestChip({ status }: Pick<IncomingRequest, "status">) {
	const { statuses } = useApp().words.wallet.incoming;
	if (status === "APPROVED") return <Chip tone="success" icon="check" label={statuses.APPROVED} />;
	if (status === "DECLINED") return <Chip tone="danger" icon="cross" label={statuses.DECLINED} />;
	if (status === "EXPIRED") return <Chip tone="neutral" icon="clock" label={statuses.EXPIRED} />;
	return <Chip tone="warning" icon="clock" label={statuses.PENDING} />;
}
