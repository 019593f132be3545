export { advisoryLocks, fingerprintLockKeys, lockKeyOf } from "./advisory-locks.ts";
export { rowsAs } from "./arrays/rows-as.ts";
export { endOfDay, firstMidnight, startOfDay } from "./calendar/days.ts";
export { claimDueRows } from "./claim.ts";
export { type Database, longStatementMs, openDatabase, readDatabaseNow } from "./database.ts";
export { requireProtectedDatabase } from "./database-address.ts";
export { deleteInSlices } from "./delete-in-slices.ts";
export { startEmbeddedDatabase } from "./embedded-database.ts";
export { explainDatabaseFailure, explainingFailure } from "./explain-failure.ts";
export { isDatabaseFailure } from "./failure.ts";
export { readList } from "./lists/read-list.ts";
export { createSlots } from "./lists/slots.ts";
export { createSchema } from "./migrate.ts";
export { createSchemaTables } from "./migration/create-tables.ts";
export { change, changeOf, type Migrations } from "./migration/migration.ts";
export {
	type Days,
	dayFilters,
	equalityFilter,
	type Filter,
	listNearest,
	listNewestFirst,
	type TextMatch,
	textFilter,
	whenGiven,
} from "./newest-first.ts";
export type { Cursors, PageRequest } from "./paging.ts";
export { queueStorage } from "./queue-storage.ts";
export { outsideDeadline, withinDeadline } from "./request-deadline.ts";
