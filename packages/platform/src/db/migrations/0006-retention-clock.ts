import type { OnlineStep } from "../migration/migration.ts";

/** Rows age by the database's clock. Gateways of the previous version delete nothing more, until they are replaced. */
export const steps: readonly OnlineStep[] = [
	{ kind: "change", locks: "retention_checkpoints", statement: "drop table retention_checkpoints, retention_stop" },
];
