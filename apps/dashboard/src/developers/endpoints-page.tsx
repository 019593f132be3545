import { type App, useApp } from "../shell/app.ts";
import { hrefOf } from "../shell/router.ts";
import { Breakable } from "../ui/breakable.tsx";
import { Button } from "../ui/button.tsx";
import { useDialog } from "../ui/dialog.tsx";
import { useGet } from "../ui/loading/loaded.tsx";
import { type Column, column, RecordList, RowLink } from "../ui/tables/table.tsx";
import { DevelopersHead } from "./developers-head.tsx";
import { EndpointChip } from "./endpoint-chip.tsx";
import { type Endpoint, NewEndpointDialog } from "./endpoint-dialogs.tsx";

export function EndpointsPage() {
	const app = useApp();
	const list = useGet("/event-service/endpoint");
	const { dialog, open, ends } = useDialog(() => void list.load());
	const phrases = app.words.developers.endpoints;
	const add = () => open(<NewEndpointDialog onClose={() => ends.onDone(undefined)} />);
	return (
		<>
			<DevelopersHead>
				{app.may("credentials.write") && <Button label={phrases.add} isPrimary onClick={add} />}
			</DevelopersHead>
			<p class="muted small">{phrases.explanation}</p>
			<RecordList
				resource={list}
				rowsOf={({ endpoints }) => endpoints}
				phrases={phrases}
				columns={columnsFor(app)}
				keyOf="lookup_id"
			/>
			{dialog}
		</>
	);
}

function columnsFor({ words, formats }: App): Column<Endpoint>[] {
	const { columns, all } = words.developers.endpoints;
	return [
		column(columns.url, "text title", ({ lookup_id, url, description }) => (
			<>
				<RowLink href={hrefOf("endpoint", { endpoint_id: lookup_id })} text={url} />
				{description !== null && (
					<span class="detail small muted">
						<Breakable text={description} />
					</span>
				)}
			</>
		)),
		column(columns.types, "amount", ({ types }) => (types === null ? all : formats.count(types.length))),
		column(columns.status, "plain", (endpoint) => <EndpointChip endpoint={endpoint} />),
		column(columns.created, "moment", ({ created }) => formats.day(formats.dateOf(created))),
	];
}
