import type { ListedEvent } from "./audit.store.ts";
import { outcomeOf } from "./event.ts";

export function eventRecordOf(event: ListedEvent) {
	return {
		sequence: event.sequence,
		time: timeOf(event.occurred_at),
		business_time: timeOf(event.business_at),
		event: event.type,
		outcome: outcomeOf(event.type),
		times: event.times,
		merchant_id: event.merchant,
		actor: { kind: event.actor_kind, id: event.actor_id },
		object: event.object,
		details: event.details,
		client_address: event.client_address,
		request_id: event.request_id,
		sealed: timeOf(event.sealed_at),
	};
}

export function eventAsText(event: ListedEvent): string {
	const details = Object.entries(event.details).map(([name, value]) => `${name}=${[value].flat().join(",")}`);
	const words = [
		String(event.sequence),
		timeOf(event.occurred_at),
		[event.actor_kind, event.actor_id].filter((part) => part !== null).join(" "),
		event.client_address ?? "-",
		event.type,
		outcomeOf(event.type),
		event.object ?? "-",
		event.merchant === null ? "-" : `merchant ${event.merchant}`,
		...details,
		...(event.times === 1 ? [] : [`${event.times} times`]),
		...(event.request_id === null ? [] : [`request ${event.request_id}`]),
	];
	return words.join("  ");
}

function timeOf(milliseconds: number): string {
	return new Date(milliseconds).toISOString();
}
