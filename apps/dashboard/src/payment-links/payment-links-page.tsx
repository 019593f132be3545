import { type App, useApp } from "../shell/app.ts";
import { currentQuery, hrefOf, navigate } from "../shell/router.ts";
import { Button } from "../ui/button.tsx";
import { useDialog } from "../ui/dialog.tsx";
import { useChange } from "../ui/forms/fields.tsx";
import { useGet } from "../ui/loading/loaded.tsx";
import { PageHead } from "../ui/page.tsx";
import { type Column, RecordList, RowLink } from "../ui/tables/table.tsx";
import { CreateLinkDialog } from "./create-link-dialog.tsx";
import { LinkStatusChip, type PaymentLink, paidAt } from "./link-words.tsx";

export function PaymentLinksPage() {
	const app = useApp();
	const { words, may } = app;
	const phrases = words.paymentLinks;
	const { dialog, open, close } = useDialog();
	const change = useChange();
	const list = useGet("/transaction-service/payment-link", { query: currentQuery.value });
	const filters = [
		{ name: "status", label: phrases.columns.status, choices: phrases.statuses },
		{ name: "invoice_id", label: words.transactions.filters.invoice },
	];
	const form = (
		<CreateLinkDialog
			change={change}
			onClose={() => {
				close();
				change.reset();
			}}
			onDone={({ lookup_id: id }) => navigate(hrefOf("paymentLink", { link_lookup_id: id }))}
		/>
	);
	const create = (isPrimary: boolean) =>
		may("charge") && <Button label={phrases.create} isPrimary={isPrimary} onClick={() => open(form)} />;

	return (
		<>
			<PageHead title={words.shell.pages.paymentLinks}>{create(true)}</PageHead>
			<p class="muted small">{phrases.explanation}</p>
			<RecordList
				resource={list}
				rowsOf={({ entities }) => entities}
				phrases={phrases}
				filters={filters}
				begin={create(false)}
				columns={columnsFor(app)}
				keyOf={({ lookup_id: id }) => id}
			/>
			{dialog}
		</>
	);
}

function columnsFor({ words, formats }: App): Column<PaymentLink>[] {
	const { columns } = words.paymentLinks;
	const momentOr = (time: number | null | undefined) => (time ? formats.moment(time) : "—");
	return [
		[
			columns.description,
			"text title",
			({ lookup_id: id, description }) => (
				<RowLink href={hrefOf("paymentLink", { link_lookup_id: id })} text={description} />
			),
		],
		[columns.status, "plain", (link) => <LinkStatusChip link={link} />],
		[columns.created, "moment", ({ created_at: time }) => formats.moment(time)],
		[columns.opened, "moment", ({ opened_at: time }) => momentOr(time)],
		[columns.paid, "moment", (link) => momentOr(paidAt(link))],
		[columns.amount, "amount end", ({ amount, currency }) => formats.money(amount, currency)],
	];
}
