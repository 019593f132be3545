import type { OnlineStep } from "../migration/migration.ts";

/** Tax and tip of a charge, in cents; null for those of the previous version. */
export const steps: readonly OnlineStep[] = [
	{
		kind: "change",
		locks: "transactions",
		statement: "alter table transactions add column amount_tax_cents bigint, add column amount_tip_cents bigint",
	},
];
