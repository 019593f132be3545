import type { OnlineStep } from "../migration/migration.ts";

/** The merchant's text on payers' statements; null for the text of the processor's account. */
export const steps: readonly OnlineStep[] = [
	{
		kind: "change",
		locks: "merchants",
		statement: "alter table merchants add column statement_text text",
	},
];
