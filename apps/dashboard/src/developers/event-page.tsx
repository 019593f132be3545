import { useState } from "preact/hooks";
import type { Schemas } from "../api/records.ts";
import { useApp } from "../shell/app.ts";
import { hrefOf } from "../shell/router.ts";
import { Breakable } from "../ui/breakable.tsx";
import { Loaded, useGet, useResource } from "../ui/loading/loaded.tsx";
import { News, PageHead, Panel } from "../ui/page.tsx";
import { Pairs } from "../ui/pairs.tsx";
import { Snippet } from "../ui/snippet.tsx";
import { DeliveryResult } from "./deliveries-panel.tsx";
import { ResendButton } from "./resend-button.tsx";

export function EventPage({ event_id }: { event_id: string }) {
	const resource = useGet("/event-service/event/{event_id}", { path: { event_id } });
	return (
		<Loaded resource={resource} parent="developers">
			{(event) => <EventDetails event={event} />}
		</Loaded>
	);
}

type Delivery = Schemas["Delivery"];

function EventDeliveries({ eventId }: { eventId: string }) {
	const { api, words } = useApp();
	const phrases = words.developers.events;
	const resource = useResource(async (signal) => {
		const { endpoints } = await api.get("/event-service/endpoint", { signal });
		const query = new URLSearchParams({ event_id: eventId, limit: "1" });
		const newest = endpoints.map(async (endpoint) => {
			const path = { endpoint_id: endpoint.lookup_id };
			const list = await api.get("/event-service/endpoint/{endpoint_id}/delivery", { path, query, signal });
			return list.deliveries.map((delivery) => ({ endpoint, delivery }));
		});
		return (await Promise.all(newest)).flat();
	}, eventId);
	return (
		<Panel title={words.developers.endpoints.deliveries.title} isOpen>
			<Loaded resource={resource} skeleton={1}>
				{(rows) => (rows.length === 0 ? <p class="muted">{phrases.noDeliveries}</p> : <DeliveryList rows={rows} />)}
			</Loaded>
		</Panel>
	);
}

function DeliveryList({ rows }: { rows: { endpoint: Schemas["Endpoint"]; delivery: Delivery }[] }) {
	const { words, formats } = useApp();
	const { attempt } = words.developers.endpoints.deliveries.columns;
	return (
		<ul class="items">
			{rows.map(({ endpoint, delivery }) => (
				<li key={endpoint.lookup_id} class="item">
					<div>
						<p>
							<a href={hrefOf("endpoint", { endpoint_id: endpoint.lookup_id })}>
								<Breakable text={endpoint.url} />
							</a>
						</p>
						<p class="small muted">
							{formats.momentToSecond(delivery.at)} · {attempt} {formats.count(delivery.attempt)}
						</p>
					</div>
					<div>
						<DeliveryResult delivery={delivery} />
					</div>
				</li>
			))}
		</ul>
	);
}

function EventDetails({ event }: { event: Schemas["Event"] }) {
	const { words, formats } = useApp();
	const { tabs, events: phrases } = words.developers;
	const [news, setNews] = useState("");
	const { data } = event;
	const transaction = event.type.startsWith("transaction.") && "transaction_id" in data && data.transaction_id;
	return (
		<>
			<PageHead title={event.type} back={{ href: hrefOf("events", {}), label: tabs.events }}>
				<ResendButton event={event} onNews={setNews} />
			</PageHead>
			<News text={news} />
			<Panel title={phrases.event}>
				<Pairs
					pairs={[
						[phrases.columns.time, formats.momentToSecond(event.created)],
						[phrases.id, event.id],
						[phrases.columns.sequence, formats.count(event.sequence)],
						[words.shell.mode, event.test_mode ? words.shell.modes.demo : words.shell.modes.live],
					]}
				/>
				{transaction && (
					<p>
						<a href={hrefOf("transaction", { transaction_id: transaction })}>{words.transactions.show}</a>
					</p>
				)}
			</Panel>
			<EventDeliveries eventId={event.id} />
			<section class="section" aria-label={phrases.body}>
				<Snippet label={phrases.body} text={JSON.stringify(event, null, 2)} />
			</section>
		</>
	);
}
