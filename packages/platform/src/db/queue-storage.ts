import { sql } from "kysely";

/** Polls would otherwise read the queue's deleted rows. */
export const queueStorage = sql`
	with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 1000, autovacuum_vacuum_cost_delay = 0)`;
