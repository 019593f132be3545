import { useState } from "preact/hooks";
import { type App, useApp } from "../shell/app.ts";
import { currentQuery, hrefOf, navigate } from "../shell/router.ts";
import { Breakable } from "../ui/breakable.tsx";
import { useOnce } from "../ui/forms/use-once.ts";
import { Empty, Loaded } from "../ui/loading/states.tsx";
import { useResource } from "../ui/loading/use-resource.ts";
import { PageHead } from "../ui/page-head.tsx";
import { type Column, DataTable } from "../ui/tables/data-table.tsx";
import { FilterBar } from "../ui/tables/filter-bar.tsx";
import { SelectFilter, TextFilter } from "../ui/tables/filter-fields.tsx";
import { Pager } from "../ui/tables/pager.tsx";
import { CreateLinkDialog } from "./create-link-dialog.tsx";
import { type PaymentLink, paidAt } from "./link-words.ts";
import { LinkStatusChip } from "./status-chip.tsx";

const filterNames = ["status", "invoice_id"] as const;

/** Links that payers pay, newest first. */
export function PaymentLinksPage() {
	const app = useApp();
	const { api, words, may } = app;
	const phrases = words.paymentLinks;
	const [isCreating, setCreating] = useState(false);
	const request = useOnce();
	const query = currentQuery.value;
	const list = useResource(
		(signal) => api.get("/transaction-service/payment-link", { query, signal }),
		query.toString(),
	);
	const isFiltered = filterNames.some((name) => query.get(name));
	const createButton = (look: "button" | "button-quiet") =>
		may("charge") && (
			<button type="button" class={look} onClick={() => setCreating(true)}>
				{phrases.create}
			</button>
		);

	function close(): void {
		setCreating(false);
		request.reset();
	}

	return (
		<>
			<PageHead title={phrases.title}>{createButton("button")}</PageHead>
			<p class="muted small">{phrases.explanation}</p>
			<FilterBar names={filterNames}>
				<SelectFilter
					name="status"
					label={phrases.columns.status}
					any={words.transactions.filters.any}
					choices={phrases.statuses}
				/>
				<TextFilter name="invoice_id" label={phrases.invoice} />
			</FilterBar>
			<section class="panel list-panel">
				<Loaded resource={list}>
					{({ entities, paging }) => (
						<>
							{entities.length === 0 ? (
								<Empty title={isFiltered ? phrases.noneMatch : phrases.none}>
									<p>{isFiltered ? phrases.noneMatchHint : phrases.noneHint}</p>
									{!isFiltered && createButton("button-quiet")}
								</Empty>
							) : (
								<DataTable
									caption={phrases.caption}
									columns={columnsFor(app)}
									rows={entities}
									keyOf={({ lookup_id: id }) => id}
								/>
							)}
							<Pager paging={paging} />
						</>
					)}
				</Loaded>
			</section>
			{isCreating && (
				<CreateLinkDialog
					request={request}
					onClose={close}
					onDone={({ lookup_id: id }) => navigate(hrefOf("paymentLink", { link_lookup_id: id }))}
				/>
			)}
		</>
	);
}

function columnsFor({ words, formats }: App): Column<PaymentLink>[] {
	const { columns } = words.paymentLinks;
	const momentOr = (time: number | null | undefined) => (time ? formats.moment(time) : "—");
	return [
		{
			key: "description",
			head: columns.description,
			isText: true,
			inCard: "title",
			cell: ({ lookup_id: id, description }) => (
				<a class="row-link" href={hrefOf("paymentLink", { link_lookup_id: id })}>
					<Breakable text={description} />
				</a>
			),
		},
		{ key: "status", head: columns.status, inCard: "plain", cell: (link) => <LinkStatusChip link={link} /> },
		{ key: "created", head: columns.created, isTime: true, cell: ({ created_at: time }) => formats.moment(time) },
		{ key: "opened", head: columns.opened, isTime: true, cell: ({ opened_at: time }) => momentOr(time) },
		{ key: "paid", head: columns.paid, isTime: true, cell: (link) => momentOr(paidAt(link)) },
		{
			key: "amount",
			head: columns.amount,
			isAmount: true,
			inCard: "end",
			cell: ({ amount, currency }) => formats.money(amount, currency),
		},
	];
}
