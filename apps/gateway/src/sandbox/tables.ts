import type { Generated } from "kysely";

/** How far the sandbox was moved ahead of real time: one row, or none. */
interface SandboxClockTable {
	is_only: Generated<boolean>;
	ahead_ms: number;
}

export interface SandboxTables {
	sandbox_clock: SandboxClockTable;
}
