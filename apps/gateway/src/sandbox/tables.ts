import type { Generated } from "kysely";

/** The lead of the sandbox's business time over real time: one row, or none. */
interface SandboxClockTable {
	is_only: Generated<boolean>;
	ahead_ms: number;
}

export interface SandboxTables {
	sandbox_clock: SandboxClockTable;
}
