export {
	auditEventsSql,
	countWaiting,
	findLastSealed,
	type ListedEvent,
	type NewAuditRow,
	type SealedEvent,
} from "./audit.store.ts";
export { type AuditOptions, auditJob, createAudit } from "./audit.ts";
export type { Head } from "./chain.ts";
export { createAuditTables } from "./create-tables.store.ts";
export { eventAsText, eventRecordOf } from "./describe-event.ts";
export {
	type About,
	type Actor,
	type AuditEvent,
	type AuditEventFacts,
	type AuditEventType,
	type Caller,
	givenFields,
	operator,
	outcomeOf,
	staffMember,
	system,
	unauthenticated,
} from "./event.ts";
export type { FailedAttempt, FailedAttempts } from "./failed-attempts.ts";
export { headFileIn, readHead } from "./head-file.ts";
export { keptDays, pruneLog } from "./prune.ts";
export { auditRow, recordEvent } from "./record.ts";

import "./tables.ts";

export { type Verdict, verifyChain } from "./verify.ts";
