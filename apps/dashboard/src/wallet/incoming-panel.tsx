import { type App, useApp } from "../shell/app.ts";
import { Breakable } from "../ui/breakable.tsx";
import { Chip, type Look } from "../ui/chip.tsx";
import { useGet } from "../ui/loading/loaded.tsx";
import { Panel } from "../ui/page.tsx";
import type { Column } from "../ui/tables/table.tsx";
import { RecordList } from "../ui/tables/table.tsx";
import type { IncomingRequest } from "./wallet-records.ts";

/** Pending requests come first, so one page is enough. */
const onePage = new URLSearchParams({ limit: "100" });

export function IncomingPanel() {
	const app = useApp();
	const phrases = app.words.wallet.incoming;
	const list = useGet("/transaction-service-vt/eft/incoming-requests", { query: onePage });
	return (
		<Panel title={phrases.title} isOpen>
			<RecordList
				resource={list}
				rowsOf={({ incoming_requests: requests }) => requests}
				phrases={phrases}
				columns={columnsFor(app)}
				keyOf={(request) => request.processor_transaction_id}
				skeleton={2}
			/>
		</Panel>
	);
}

function columnsFor({ words, formats, may }: App): Column<IncomingRequest>[] {
	const { columns, answer, answerNamed } = words.wallet.incoming;
	const answering: Column<IncomingRequest> = [
		words.shared.actions,
		"plain",
		(request) =>
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
	];
	return [
		[columns.date, "moment", ({ date }) => formats.moment(Date.parse(date))],
		[columns.from, "text plain", (row) => <Breakable text={row.merchant_name} />],
		[columns.for, "text plain", (row) => <Breakable text={row.description} />],
		[columns.status, "plain", ({ status }) => <RequestChip status={status} />],
		[columns.amount, "amount end", ({ amount }) => formats.money(amount, "CAD")],
		...(may("wallet.send") ? [answering] : []),
	];
}

const looks: Record<IncomingRequest["status"], Look> = {
	APPROVED: { tone: "success", icon: "check" },
	DECLINED: { tone: "danger", icon: "cross" },
	EXPIRED: { tone: "neutral", icon: "clock" },
	PENDING: { tone: "warning", icon: "clock" },
};

function RequestChip({ status }: Pick<IncomingRequest, "status">) {
	return <Chip {...looks[status]} label={useApp().words.wallet.incoming.statuses[status]} />;
}
