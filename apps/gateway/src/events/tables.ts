import type { ColumnType, Generated } from "kysely";
import type { DeliveryError } from "./delivery/delivery-error.ts";
import type { EventType } from "./event-types.ts";

interface EventColumns {
	merchant_id: number;
	type: EventType;
	/** The business clock. */
	created_at: number;
	/**
	 * The numeric id of the transaction whose outcome or void the event is about. The outcome is final, so the record at the time
	 * of the event follows from the row, and a charge writes it once.
	 */
	of_transaction: number | null;
	/** The object of any other event, as JSON. */
	data: ColumnType<unknown, string | null, never>;
}

/** Events that wait for their position: written with a change, and moved to `events` within moments. */
interface EventInboxTable extends EventColumns {
	id: Generated<number>;
	/** `evt_…`; null: it gets one with its position. */
	event_id: string | null;
}

interface EventsTable extends EventColumns {
	/** Position among the merchant's events, from 1. Only a restored backup leaves a gap. */
	sequence: number;
	/** `evt_…` */
	event_id: string;
	/** Real time. */
	recorded_at: number;
	/** Real times at which it was last sent again, by the grant of the partner who asked; the merchant's own has the key "". */
	resends: Record<string, number> | null;
}

/** The last position that was given, also when its event was deleted. */
interface EventSequencesTable {
	merchant_id: number;
	last_sequence: number;
}

/** The reason why an endpoint gets no events: the merchant's wish, its answer 410, five days of failures, or the end of its maker. */
export type DisabledReason = "merchant" | "gone" | "failing" | "revoked";

/** Addresses of merchants' servers that get events. */
interface WebhookEndpointsTable {
	id: Generated<number>;
	lookup_id: string;
	merchant_id: number;
	/** The maker: the credential, the partner's grant or the staff member who chose the URL; all null for an operator. */
	client_id: string | null;
	grant_id: string | null;
	staff_id: number | null;
	url: string;
	/** Null: all, also those to come. */
	types: EventType[] | null;
	description: string | null;
	/** Null: enabled. */
	disabled_reason: DisabledReason | null;
	/** Real time of the first and the last failure since the last success; null without one. */
	failing_since: number | null;
	last_failed_at: number | null;
	/** Real time of the last ping; null without one. */
	pinged_at: number | null;
	/** Real time, as that of its deliveries. */
	created_at: number;
}

/** The secrets that sign an endpoint's events, sealed by the vault. */
interface WebhookSecretsTable {
	id: Generated<number>;
	endpoint_id: number;
	sealed_secret: Buffer;
	/** Real time; null: the current one. */
	signs_until: number | null;
}

/** Events that an endpoint has yet to get. Times are real. */
interface WebhookDeliveriesTable {
	endpoint_id: number;
	/** The position of the event among those of the endpoint's merchant. */
	sequence: number;
	/** Requests whose result is stored. A claim that sends nothing does not count. */
	attempts: Generated<number>;
	/** Slots of a gateway that its request takes. */
	slots: number;
	due_at: number;
	/** The end of the lease of a gateway that sends it now. */
	claimed_until: number | null;
}

/** Attempts to deliver, for the merchant to read. Times are real. */
interface WebhookAttemptsTable {
	id: Generated<number>;
	endpoint_id: number;
	event_id: string;
	type: EventType;
	/** The number of the attempt, from 1. */
	attempt: number;
	attempted_at: number;
	/** The HTTP status; null without a response. */
	status: number | null;
	duration_ms: number;
	/** Null: delivered. */
	error: DeliveryError | null;
	/** The beginning of the response. */
	response: string;
}

export interface EventTables {
	event_inbox: EventInboxTable;
	events: EventsTable;
	event_sequences: EventSequencesTable;
	webhook_attempts: WebhookAttemptsTable;
	webhook_deliveries: WebhookDeliveriesTable;
	webhook_endpoints: WebhookEndpointsTable;
	webhook_secrets: WebhookSecretsTable;
}

declare module "../db/schema.ts" {
	interface GatewayTables extends EventTables {}
}
