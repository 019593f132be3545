import { useState } from "preact/hooks";
import type { Schemas } from "../api/records.ts";
import { useApp } from "../shell/app.ts";
import { hrefOf } from "../shell/router.ts";
import { Items } from "../ui/items.tsx";
import { Loaded, type RecordProps, recordPage, useResource } from "../ui/loading/loaded.tsx";
import { News, PageHead, Panel } from "../ui/page.tsx";
import { linkTo, Pairs } from "../ui/pairs.tsx";
import { Snippet } from "../ui/snippet.tsx";
import { DeliveryResult } from "./deliveries-panel.tsx";
import { ResendButton } from "./resend-button.tsx";

export const EventPage = recordPage("/event-service/event/{event_id}", "developers", EventDetails);

function EventDeliveries({ eventId }: { eventId: string }) {
	const { api, words, formats } = useApp();
	const { title, columns } = words.developers.endpoints.deliveries;
	const itemOf = ({ lookup_id: endpoint_id, url }: Schemas["Endpoint"], delivery: Schemas["Delivery"]) => ({
		key: endpoint_id,
		name: linkTo(hrefOf("endpoint", { endpoint_id }), url),
		details: `${formats.momentToSecond(delivery.at)} · ${columns.attempt} ${formats.count(delivery.attempt)}`,
		action: (
			<div>
				<DeliveryResult delivery={delivery} />
			</div>
		),
	});
	const resource = useResource(async (signal) => {
		const { endpoints } = await api.get("/event-service/endpoint", { signal });
		const query = new URLSearchParams({ event_id: eventId, limit: "1" });
		const newest = endpoints.map(async (endpoint) => {
			const path = { endpoint_id: endpoint.lookup_id };
			const list = await api.get("/event-service/endpoint/{endpoint_id}/delivery", { path, query, signal });
			return list.deliveries.map((delivery) => itemOf(endpoint, delivery));
		});
		return (await Promise.all(newest)).flat();
	}, eventId);
	return (
		<Panel title={title} isOpen>
			<Loaded resource={resource} skeleton={1}>
				{(items) => <Items items={items} none={words.developers.events.noDeliveries} />}
			</Loaded>
		</Panel>
	);
}

function EventDetails({ record: event }: RecordProps<Schemas["Event"]>) {
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
