import type { Generated } from "kysely";

/** The lead of business time over real time: at most one row. */
interface SandboxClockTable {
	is_only: Generated<boolean>;
	ahead_ms: number;
}

export interface SandboxTables {
	sandbox_clock: SandboxClockTable;
}

declare module "@cardseal/platform/tables" {
	interface GatewayTables extends SandboxTables {}
}
