import type { ColumnType, Generated } from "kysely";
import type { DeliveryError } from "./delivery/delivery-error.ts";
import type { EventType } from "./event-types.ts";

interface EventColumns {
	merchant_id: number;
	type: EventType;
	/** The business clock. */
	created_at: number;
	/** Its row shows the record at that time. */
	of_transaction: number | null;
	data: ColumnType<unknown, string | null, never>;
}

/** Events wait here for their positions. */
interface EventInboxTable extends EventColumns {
	id: Generated<number>;
	/** Null: it gets one with its position. */
	event_id: string | null;
}

interface EventsTable extends EventColumns {
	/** A position from 1. Only a restored backup leaves a gap. */
	sequence: number;
	event_id: string;
	/** Real time. */
	recorded_at: number;
	/** Real times by the asking partner's grant; the merchant's is "". */
	resends: Record<string, number> | null;
}

/** Counts deleted events, too. */
interface EventSequencesTable {
	merchant_id: number;
	last_sequence: number;
}

/** The merchant's wish, an answer 410, five days of failures, or the maker's end. */
export type DisabledReason = "merchant" | "gone" | "failing" | "revoked";

interface WebhookEndpointsTable {
	id: Generated<number>;
	lookup_id: string;
	merchant_id: number;
	/** The maker; all null for an operator. */
	client_id: string | null;
	grant_id: string | null;
	staff_id: number | null;
	url: string;
	/** Null: all, future ones included. */
	types: EventType[] | null;
	description: string | null;
	/** Null: enabled. */
	disabled_reason: DisabledReason | null;
	/** Null without a failure since the last success. */
	failing_since: number | null;
	last_failed_at: number | null;
	pinged_at: number | null;
	/** Real time. */
	created_at: number;
}

/** Sealed by the vault. */
interface WebhookSecretsTable {
	id: Generated<number>;
	endpoint_id: number;
	sealed_secret: Buffer;
	/** Null: the current one. */
	signs_until: number | null;
}

/** Times are real. */
interface WebhookDeliveriesTable {
	endpoint_id: number;
	sequence: number;
	/** A claim that sends nothing does not count. */
	attempts: Generated<number>;
	/** Slots of a gateway. */
	slots: number;
	due_at: number;
	/** The sending gateway's lease. */
	claimed_until: number | null;
}

interface WebhookAttemptsTable {
	id: Generated<number>;
	endpoint_id: number;
	event_id: string;
	type: EventType;
	attempt: number;
	attempted_at: number;
	status: number | null;
	duration_ms: number;
	/** Null: delivered. */
	error: DeliveryError | null;
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

declare module "@cardseal/platform/tables" {
	interface GatewayTables extends EventTables {}
}
