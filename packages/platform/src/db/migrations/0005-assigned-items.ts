import type { OnlineStep } from "../migration/migration.ts";

/** The lines of an imported bank file that the operator has assigned, so that one item returns one payment. */
export const steps: readonly OnlineStep[] = [
	{
		kind: "change",
		locks: "aft.imports",
		statement: "alter table aft.imports add column assigned_lines integer[] not null default '{}'",
	},
];
