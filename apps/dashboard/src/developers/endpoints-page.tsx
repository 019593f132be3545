import { useState } from "preact/hooks";
import { type App, useApp } from "../shell/app.ts";
import { hrefOf } from "../shell/router.ts";
import { Breakable } from "../ui/breakable.tsx";
import { Empty, Loaded } from "../ui/loading/states.tsx";
import { useResource } from "../ui/loading/use-resource.ts";
import { type Column, DataTable } from "../ui/tables/data-table.tsx";
import { DevelopersHead } from "./developers-head.tsx";
import { EndpointChip } from "./endpoint-chip.tsx";
import { type Endpoint, NewEndpointDialog } from "./endpoint-dialogs.tsx";

/** The addresses of the merchant's servers that get its events. */
export function EndpointsPage() {
	const app = useApp();
	const [isNewOpen, setNewOpen] = useState(false);
	const list = useResource((signal) => app.api.get("/event-service/endpoint", { signal }), "");
	const phrases = app.words.developers.endpoints;

	function closeAndRead(): void {
		setNewOpen(false);
		void list.load();
	}

	return (
		<>
			<DevelopersHead>
				{app.may("credentials.write") && (
					<button type="button" class="button" onClick={() => setNewOpen(true)}>
						{phrases.add}
					</button>
				)}
			</DevelopersHead>
			<p class="muted small">{phrases.explanation}</p>
			<section class="panel list-panel">
				<Loaded resource={list}>
					{({ endpoints }) =>
						endpoints.length === 0 ? (
							<Empty title={phrases.none}>
								<p>{phrases.noneHint}</p>
							</Empty>
						) : (
							<DataTable
								caption={phrases.caption}
								columns={columnsFor(app)}
								rows={endpoints}
								keyOf={({ lookup_id: id }) => id}
							/>
						)
					}
				</Loaded>
			</section>
			{isNewOpen && <NewEndpointDialog onClose={closeAndRead} />}
		</>
	);
}

function columnsFor({ words, formats }: App): Column<Endpoint>[] {
	const { columns, all } = words.developers.endpoints;
	return [
		{
			key: "url",
			head: columns.url,
			isText: true,
			inCard: "title",
			cell: ({ lookup_id, url, description }) => (
				<>
					<a class="row-link" href={hrefOf("endpoint", { endpoint_id: lookup_id })}>
						<Breakable text={url} />
					</a>
					{description !== null && (
						<span class="detail small muted">
							<Breakable text={description} />
						</span>
					)}
				</>
			),
		},
		{
			key: "types",
			head: columns.types,
			isAmount: true,
			cell: ({ types }) => (types === null ? all : formats.count(types.length)),
		},
		{
			key: "status",
			head: columns.status,
			inCard: "plain",
			cell: (endpoint) => <EndpointChip endpoint={endpoint} />,
		},
		{
			key: "created",
			head: columns.created,
			isTime: true,
			cell: ({ created }) => formats.day(formats.dateOf(created)),
		},
	];
}
