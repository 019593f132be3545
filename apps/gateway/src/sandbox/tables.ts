import type { Generated } from "kysely";

/** The lead of business time over real time: at most one row. */
interface SandboxClockTable {
	is_only: Generated<boolean>;
	ahead_ms: number;
}

export interface SandboxTables {
	sandbox_clock: SandboxClockTable;
}

declare module "../db/schema.ts" {
	interface GatewayTables extends SandboxTables {}
}
