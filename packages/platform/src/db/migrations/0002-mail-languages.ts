import type { OnlineStep } from "../migration/migration.ts";

/** The language of the page on which a mailed link was requested. */
export const steps: readonly OnlineStep[] = [
	{ kind: "change", locks: "password_resets", statement: "alter table password_resets add column language text" },
	{ kind: "change", locks: "staff_invitations", statement: "alter table staff_invitations add column language text" },
];
