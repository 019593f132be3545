import type { OnlineStep } from "../migration/migration.ts";

/** The attempts to deliver one event are few among an endpoint's million. */
export const steps: readonly OnlineStep[] = [
	{ kind: "index", name: "webhook_attempts_by_event", on: "webhook_attempts (event_id)" },
];
