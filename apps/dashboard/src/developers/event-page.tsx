import type { JSX } from "preact";
import { useState } from "preact/hooks";
import type { Schemas } from "../api/records.ts";
import { useApp } from "../shell/app.ts";
import { hrefOf } from "../shell/router.ts";
import { Loaded } from "../ui/loading/states.tsx";
import { useResource } from "../ui/loading/use-resource.ts";
import { PageHead } from "../ui/page-head.tsx";
import { Pairs } from "../ui/pairs.tsx";
import { Snippet } from "../ui/snippet.tsx";
import { ResendButton } from "./send-button.tsx";

/** One event with its JSON. */
export function EventPage({ event_id: id }: { event_id: string }): JSX.Element {
	const { api } = useApp();
	const resource = useResource(
		(signal) => api.get("/event-service/event/{event_id}", { path: { event_id: id }, signal }),
		id,
	);
	return <Loaded resource={resource}>{(event) => <EventDetails event={event} />}</Loaded>;
}

function EventDetails({ event }: { event: Schemas["Event"] }): JSX.Element {
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
			<div role="status">{news && <p class="notice">{news}</p>}</div>
			<section class="panel section" aria-labelledby="details">
				<h2 id="details">{phrases.event}</h2>
				<Pairs
					pairs={[
						[phrases.time, formats.momentToSecond(event.created)],
						[phrases.id, event.id],
						[phrases.columns.sequence, formats.count(event.sequence)],
						[phrases.mode, event.test_mode ? words.shell.modes.demo : words.shell.modes.live],
					]}
				/>
				{transaction && (
					<p>
						<a href={hrefOf("transaction", { transaction_id: transaction })}>{phrases.showTransaction}</a>
					</p>
				)}
			</section>
			<section class="section" aria-label={phrases.body}>
				<Snippet label={phrases.body} text={JSON.stringify(event, null, 2)} />
			</section>
		</>
	);
}
