/*
 * `data-classes.ts` beside a feature's tables says what each column holds, and what is erased follows from it. An erasure deletes
 * cards and details in one transaction. Copies in payments, events and stored responses follow in slices, and once more an hour
 * later, because a charge reads the customer without a lock.
 */
import { type DataClass, type DataClassesOf, vaultData } from "@cardseal/vault";
import { auditData } from "../audit/data-classes.ts";
import { cardFormData } from "../card-form/data-classes.ts";
import { cardTestingData } from "../card-testing/data-classes.ts";
import { customerData } from "../customers/data-classes.ts";
import { eftData } from "../eft/data-classes.ts";
import { railData } from "../eft/rails/data-classes.ts";
import { eventData } from "../events/data-classes.ts";
import { idempotencyData } from "../idempotency/data-classes.ts";
import { mailData } from "../mail/data-classes.ts";
import { merchantData } from "../merchants/data-classes.ts";
import { metadataData } from "../metadata/data-classes.ts";
import { networkData } from "../network/data-classes.ts";
import { oauthData } from "../oauth/data-classes.ts";
import { overviewData } from "../overview/data-classes.ts";
import { paymentData } from "../payments/data-classes.ts";
import { requestLogData } from "../request-log/data-classes.ts";
import { restoreData } from "../restored-mode/data-classes.ts";
import { retentionData } from "../retention/data-classes.ts";
import { sandboxData } from "../sandbox/data-classes.ts";
import { staffData } from "../staff/data-classes.ts";
import { subscriptionData } from "../subscriptions/data-classes.ts";
import type { PersonalDataTables } from "./tables.ts";

const personalDataData: DataClassesOf<PersonalDataTables> = {
	erased_payments: { table_name: "none", through_id: "none" },
};

/** The record of migrations, whose tables have no types. */
const migrationData = {
	applied_migrations: {
		name: "none",
		kind: "none",
		statements_hash: "none",
		gateway_version: "none",
		steps_done: "none",
		filled_through: "none",
		is_finished: "none",
		catalog: "none",
	},
} as const;

/** The class of every column of the database, by table. */
export const dataClasses: Readonly<Record<string, Readonly<Record<string, DataClass>>>> = {
	...auditData,
	...cardFormData,
	...cardTestingData,
	...customerData,
	...eftData,
	...railData,
	...eventData,
	...idempotencyData,
	...restoreData,
	...retentionData,
	...mailData,
	...merchantData,
	...metadataData,
	...migrationData,
	...networkData,
	...oauthData,
	...overviewData,
	...paymentData,
	...personalDataData,
	...requestLogData,
	...sandboxData,
	...staffData,
	...subscriptionData,
	...vaultData,
};

/** Returns the names of a table's columns of a class. */
export function columnsOf(table: string, wanted: DataClass): string[] {
	return Object.entries(dataClasses[table] ?? {}).flatMap(([column, is]) => (is === wanted ? column : []));
}
