/* No label names a merchant, a person or a card: its values are few and known. Prometheus adds `job` and `instance`. */

type Labels = readonly string[];

function counter<const Names extends Labels>(name: string, help: string, labels: Names) {
	return { kind: "counter" as const, name, help, labels };
}

/** @param buckets upper bounds */
function histogram<const Names extends Labels>(name: string, help: string, labels: Names, buckets: number[]) {
	return { kind: "histogram" as const, name, help, labels, buckets };
}

/** @param aggregator joins the values of a gateway's workers */
function gauge<const Names extends Labels>(
	name: string,
	help: string,
	labels: Names,
	aggregator: "sum" | "max" | "min" = "sum",
) {
	return { kind: "gauge" as const, name, help, labels, aggregator };
}

/** One of the processes reads it from the database. */
function backlog<const Names extends Labels = []>(name: string, help: string, ...labels: Names) {
	return { ...gauge(name, help, labels), isBacklog: true as const };
}

const requestSeconds = [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10];
const processorSeconds = [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60];
const statementSeconds = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.1, 0.5, 2, 10];

/** Every series, in the order of the scrape and of `docs/operate/metrics.md`. */
export const series = {
	requests: histogram(
		"cardseal_request_duration_seconds",
		"Requests by route, with the class of the response: 2xx to 5xx",
		["method", "route", "class"],
		requestSeconds,
	),
	outcomes: counter(
		"cardseal_transaction_outcomes_total",
		"Recorded outcomes of charges (sale, authorization) and modifications (capture, refund, void), late ones included: approved, declined",
		["kind", "result"],
	),
	processor: histogram(
		"cardseal_processor_duration_seconds",
		"Calls of processors by operation: that of the request, inquire for recovery, or complete and abandon for a payer who was to authenticate. Results: action (the payer is to authenticate), approved, declined, account_refused (a decline of the merchant's account), accepted, not_received, unknown, failed, late after PROCESSOR_TIMEOUT_MS",
		["processor", "operation", "result"],
		processorSeconds,
	),
	cardTestingDeclines: counter(
		"cardseal_card_testing_declines_total",
		"Attempts that card-testing protection declined, by reason",
		["reason"],
	),
	statements: histogram(
		"cardseal_statement_duration_seconds",
		"Statements by name, and all others together as other: the time until the database has answered",
		["statement"],
		statementSeconds,
	),
	batches: histogram(
		"cardseal_batch_size",
		"Transactions that shared a statement, which wrote them or their outcomes: pending, outcome",
		["statement"],
		[1, 2, 4, 8, 16, 32, 64, 128, 200],
	),
	jobRuns: counter("cardseal_job_runs_total", "Runs of jobs in this process: success, failure", ["name", "result"]),
	jobAge: gauge(
		"cardseal_job_last_success_age_seconds",
		"Time since the last success of a job in this process, or since the start; the longest of its workers",
		["name"],
		"max",
	),
	connections: gauge("cardseal_database_connections", "Connections of the main pool: busy, idle", ["state"]),
	connectionWaits: gauge(
		"cardseal_database_connection_waits",
		"Statements that wait for a connection of the main pool",
		[],
	),
	eventLoop: gauge(
		"cardseal_event_loop_delay_seconds",
		"Delay of the event loop since the last scrape, by quantile: 0.5, 0.99, 1; the longest of the workers",
		["quantile"],
		"max",
	),
	memory: gauge("cardseal_memory_bytes", "Resident memory of the process", []),
	cpuTime: counter("cardseal_cpu_seconds_total", "CPU time of the process", []),
	checks: gauge(
		"cardseal_check_passed",
		"1 if a check of `/readyz?verbose` passed, otherwise 0: database, schema, jobs, disk, audit_head, clock, restored, mail, and workers when WORKERS is set",
		["check"],
		"min",
	),
	backlogsRead: backlog(
		"cardseal_backlogs_read",
		"1 if the database gave the following series; 0 if it did not answer in time, and they are missing",
	),
	pending: backlog(
		"cardseal_pending_transactions",
		"Transactions without an outcome, by what the processor said last: waiting, accepted, payer (who authenticates with the bank), unreachable, unknown, differs. The last two need the operator",
		"state",
	),
	pendingOldest: backlog(
		"cardseal_pending_oldest_seconds",
		"Time since the gateway stopped waiting for the oldest of them",
	),
	processorEventsOpen: backlog("cardseal_notices_open", "Processor events that need the operator"),
	renewalsDue: backlog("cardseal_renewals_due", "Renewals that are due"),
	renewalLag: backlog("cardseal_renewal_lag_seconds", "Time since the oldest of them is due"),
	mail: backlog(
		"cardseal_mail",
		"Mail in the outbox: waiting, retrying after a failure, failed in the last 30 days",
		"state",
	),
	events: backlog("cardseal_events_waiting", "Events without a position yet"),
	deliveries: backlog("cardseal_webhook_deliveries_due", "Deliveries to enabled endpoints that are due"),
	deliveryLag: backlog("cardseal_webhook_delivery_lag_seconds", "Time since the oldest of them is due"),
	audit: backlog("cardseal_audit_waiting", "Audit events that are not sealed yet"),
	auditLag: backlog("cardseal_audit_lag_seconds", "Time since the oldest of them happened"),
	eft: backlog(
		"cardseal_eft_payments",
		"Bank payments in flight: to_submit, outgoing, uncleared, approval (of a second person), request (to a payer)",
		"state",
	),
	slots: backlog(
		"cardseal_replication_slot_active",
		"1 if a client, such as a standby or the backup, is connected to a replication slot of the primary; otherwise 0",
		"slot",
	),
	keyAge: backlog(
		"cardseal_key_age_seconds",
		"Age of the oldest current key of a purpose; the master key is master",
		"purpose",
	),
};

export type SeriesId = keyof typeof series;

export type Series = (typeof series)[SeriesId];

export type BacklogId = {
	[Id in SeriesId]: (typeof series)[Id] extends { isBacklog: true } ? Id : never;
}[SeriesId];

export const backlogIds = Object.entries(series).flatMap(([id, one]) => ("isBacklog" in one ? [id as BacklogId] : []));
