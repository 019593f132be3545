import type { OnlineStep } from "../migration/migration.ts";

/** The merchant that a mail in the sandbox's mailbox is about; null for the mail of the previous version. */
export const steps: readonly OnlineStep[] = [
	{ kind: "change", locks: "mailbox", statement: "alter table mailbox add column merchant_id bigint" },
];
