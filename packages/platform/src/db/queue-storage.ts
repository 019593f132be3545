import { sql } from "kysely";

/**
 * The storage of a queue, whose rows are deleted within moments. PostgreSQL would wait for a fifth of the rows to be deleted,
 * counted while the queue was long, and pause while it cleans up; polls read the deleted rows until then.
 */
export const queueStorage = sql`
	with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 1000, autovacuum_vacuum_cost_delay = 0)`;
