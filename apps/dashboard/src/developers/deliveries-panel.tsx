import type { Schemas } from "../api/records.ts";
import { type App, useApp } from "../shell/app.ts";
import { currentQuery, hrefOf } from "../shell/router.ts";
import { Button } from "../ui/button.tsx";
import { Chip } from "../ui/chip.tsx";
import { useResource } from "../ui/loading/loaded.tsx";
import { Panel } from "../ui/page.tsx";
import { type Column, column, RecordList } from "../ui/tables/table.tsx";
import { ResendButton } from "./resend-button.tsx";

type Delivery = Schemas["Delivery"];

interface DeliveriesPanelProps {
	endpointId: string;
	newest: string;
	onNews: (sentence: string) => void;
}

export function DeliveriesPanel({ endpointId, newest, onNews }: DeliveriesPanelProps) {
	const app = useApp();
	const phrases = app.words.developers.endpoints.deliveries;
	const query = currentQuery.value;
	const path = { endpoint_id: endpointId };
	const list = useResource(
		(signal) => app.api.get("/event-service/endpoint/{endpoint_id}/delivery", { path, query, signal }),
		`${endpointId} ${query} ${newest}`,
	);
	return (
		<Panel title={phrases.title} action={<Button label={phrases.refresh} onClick={() => void list.load()} />} isOpen>
			<RecordList
				resource={list}
				rowsOf={({ deliveries }) => deliveries}
				phrases={phrases}
				columns={columnsFor(app, onNews)}
				keyOf={({ event_id: id, at, attempt }) => `${id} ${at} ${attempt}`}
			/>
		</Panel>
	);
}

function columnsFor({ words, formats }: App, onNews: (sentence: string) => void): Column<Delivery>[] {
	const { endpoints, requests } = words.developers;
	const { columns } = endpoints.deliveries;
	return [
		column(columns.time, "moment plain", ({ at }) => formats.momentToSecond(at)),
		column(columns.event, "title", ({ event_id, type }) => <a href={hrefOf("event", { event_id })}>{type}</a>),
		column(columns.attempt, "amount", ({ attempt }) => formats.count(attempt)),
		column(columns.result, "text plain", (delivery) => <DeliveryResult delivery={delivery} />),
		column(columns.duration, "amount", ({ duration_ms: duration }) => requests.milliseconds(formats.count(duration))),
		column(words.shared.actions, "plain", ({ event_id: id, type }) => (
			<div class="row-actions">
				<ResendButton event={{ id, type }} label={words.developers.events.sendAgainToAll} isSmall onNews={onNews} />
			</div>
		)),
	];
}

export function DeliveryResult({ delivery: { status, error, response, next_at: nextAt } }: { delivery: Delivery }) {
	const { words, formats } = useApp();
	const phrases = words.developers.endpoints.deliveries;
	return (
		<>
			{error === null ? (
				<Chip tone="success" icon="check" label={`${phrases.delivered} ${status}`} />
			) : (
				<Chip tone="danger" icon="cross" label={status === null ? phrases.failed : `${phrases.failed} ${status}`} />
			)}
			{error !== null && <span class="detail small muted">{phrases.errors[error]}</span>}
			{nextAt !== null && <div class="small muted">{phrases.next(formats.momentToSecond(nextAt))}</div>}
			{response !== "" && (
				<details>
					<summary>{phrases.response}</summary>
					<p class="small">
						<code class="response">{response}</code>
					</p>
				</details>
			)}
		</>
	);
}
