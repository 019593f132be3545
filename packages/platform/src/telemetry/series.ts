/**
 * No label names a merchant, a person or a card: its values are few and known. Prometheus adds the labels `job` and
 * `instance`.
 */
export interface Series {
	name: string;
	kind: "counter" | "gauge" | "histogram";
	help: string;
	labels: readonly string[];
	/** Upper bounds, of a histogram. */
	buckets?: number[];
	/** Joins the values of a gateway's workers; default: their sum. */
	acrossWorkers?: "max" | "min";
	/** One of the processes reads it from the database. */
	source?: "database";
}

const requestSeconds = [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10];
const processorSeconds = [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60];
const statementSeconds = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.1, 0.5, 2, 10];

/** Every series, in the order of the scrape and of `docs/operate/metrics.md`. */
export const series = {
	requests: {
		name: "cardseal_request_duration_seconds",
		kind: "histogram",
		help: "Requests by route, with the class of the response: 2xx to 5xx",
		labels: ["method", "route", "class"],
		buckets: requestSeconds,
	},
	outcomes: {
		name: "cardseal_transaction_outcomes_total",
		kind: "counter",
		help: "Recorded outcomes of charges (sale, authorization) and modifications (capture, refund, void), late ones included: approved, declined",
		labels: ["kind", "result"],
	},
	processor: {
		name: "cardseal_processor_duration_seconds",
		kind: "histogram",
		help: "Calls of processors by operation: that of the request, inquire for recovery, or complete and abandon for a payer who was to authenticate. Results: action (the payer is to authenticate), approved, declined, account_refused (a decline of the merchant's account), accepted, not_received, unknown, failed, late after PROCESSOR_TIMEOUT_MS",
		labels: ["processor", "operation", "result"],
		buckets: processorSeconds,
	},
	cardTestingDeclines: {
		name: "cardseal_card_testing_declines_total",
		kind: "counter",
		help: "Attempts that card-testing protection declined, by reason",
		labels: ["reason"],
	},
	statements: {
		name: "cardseal_statement_duration_seconds",
		kind: "histogram",
		help: "Statements by name, and all others together as other: the time until the database has answered",
		labels: ["statement"],
		buckets: statementSeconds,
	},
	batches: {
		name: "cardseal_batch_size",
		kind: "histogram",
		help: "Transactions that shared a statement, which wrote them or their outcomes: pending, outcome",
		labels: ["statement"],
		buckets: [1, 2, 4, 8, 16, 32, 64, 128, 200],
	},
	jobRuns: {
		name: "cardseal_job_runs_total",
		kind: "counter",
		help: "Runs of jobs in this process: success, failure",
		labels: ["name", "result"],
	},
	jobAge: {
		name: "cardseal_job_last_success_age_seconds",
		kind: "gauge",
		help: "Time since the last success of a job in this process, or since the start; the longest of its workers",
		labels: ["name"],
		acrossWorkers: "max",
	},
	connections: {
		name: "cardseal_database_connections",
		kind: "gauge",
		help: "Connections of the main pool: busy, idle",
		labels: ["state"],
	},
	connectionWaits: {
		name: "cardseal_database_connection_waits",
		kind: "gauge",
		help: "Statements that wait for a connection of the main pool",
		labels: [],
	},
	eventLoop: {
		name: "cardseal_event_loop_delay_seconds",
		kind: "gauge",
		help: "Delay of the event loop since the last scrape, by quantile: 0.5, 0.99, 1; the longest of the workers",
		labels: ["quantile"],
		acrossWorkers: "max",
	},
	memory: {
		name: "cardseal_memory_bytes",
		kind: "gauge",
		help: "Resident memory of the process",
		labels: [],
	},
	cpuTime: {
		name: "cardseal_cpu_seconds_total",
		kind: "counter",
		help: "CPU time of the process",
		labels: [],
	},
	checks: {
		name: "cardseal_check_passed",
		kind: "gauge",
		help: "1 if a check of `/readyz?verbose` passed, otherwise 0: database, schema, jobs, disk, audit_head, clock, restored, mail, and workers when WORKERS is set",
		labels: ["check"],
		acrossWorkers: "min",
	},
	backlogsRead: {
		name: "cardseal_backlogs_read",
		kind: "gauge",
		help: "1 if the database gave the following series; 0 if it did not answer in time, and they are missing",
		labels: [],
		source: "database",
	},
	pending: {
		name: "cardseal_pending_transactions",
		kind: "gauge",
		help: "Transactions without an outcome, by what the processor said last: waiting, accepted, payer (who authenticates with the bank), unreachable, unknown, differs. The last two need the operator",
		labels: ["state"],
		source: "database",
	},
	pendingOldest: {
		name: "cardseal_pending_oldest_seconds",
		kind: "gauge",
		help: "Time since the gateway stopped waiting for the oldest of them",
		labels: [],
		source: "database",
	},
	noticesOpen: {
		name: "cardseal_notices_open",
		kind: "gauge",
		help: "Notices of processors that need the operator",
		labels: [],
		source: "database",
	},
	renewalsDue: {
		name: "cardseal_renewals_due",
		kind: "gauge",
		help: "Renewals that are due",
		labels: [],
		source: "database",
	},
	renewalLag: {
		name: "cardseal_renewal_lag_seconds",
		kind: "gauge",
		help: "Time since the oldest of them is due",
		labels: [],
		source: "database",
	},
	mail: {
		name: "cardseal_mail",
		kind: "gauge",
		help: "Mail in the outbox: waiting, retrying after a failure, failed in the last 30 days",
		labels: ["state"],
		source: "database",
	},
	events: {
		name: "cardseal_events_waiting",
		kind: "gauge",
		help: "Events without a position yet",
		labels: [],
		source: "database",
	},
	deliveries: {
		name: "cardseal_webhook_deliveries_due",
		kind: "gauge",
		help: "Deliveries to enabled endpoints that are due",
		labels: [],
		source: "database",
	},
	deliveryLag: {
		name: "cardseal_webhook_delivery_lag_seconds",
		kind: "gauge",
		help: "Time since the oldest of them is due",
		labels: [],
		source: "database",
	},
	audit: {
		name: "cardseal_audit_waiting",
		kind: "gauge",
		help: "Audit events that are not sealed yet",
		labels: [],
		source: "database",
	},
	auditLag: {
		name: "cardseal_audit_lag_seconds",
		kind: "gauge",
		help: "Time since the oldest of them happened",
		labels: [],
		source: "database",
	},
	eft: {
		name: "cardseal_eft_payments",
		kind: "gauge",
		help: "Bank payments in flight: to_submit, outgoing, uncleared, approval (of a second person), request (to a payer)",
		labels: ["state"],
		source: "database",
	},
	slots: {
		name: "cardseal_replication_slot_active",
		kind: "gauge",
		help: "1 if a client, such as a standby or the backup, is connected to a replication slot of the primary; otherwise 0",
		labels: ["slot"],
		source: "database",
	},
	keyAge: {
		name: "cardseal_key_age_seconds",
		kind: "gauge",
		help: "Age of the oldest current key of a purpose; the master key is master",
		labels: ["purpose"],
		source: "database",
	},
} as const satisfies Record<string, Series>;

export type SeriesId = keyof typeof series;

export type BacklogId = {
	[Id in SeriesId]: (typeof series)[Id] extends { source: "database" } ? Id : never;
}[SeriesId];

export const backlogIds = (Object.entries<Series>(series) as [SeriesId, Series][]).flatMap(([id, { source }]) =>
	source === "database" ? [id as BacklogId] : [],
);
