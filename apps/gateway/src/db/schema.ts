import type { AuditTables } from "../audit/tables.ts";
import type { CardFormTables } from "../card-form/tables.ts";
import type { CardTestingTables } from "../card-testing/tables.ts";
import type { CustomerTables } from "../customers/tables.ts";
import type { RailTables } from "../eft/rails/tables.ts";
import type { EftTables } from "../eft/tables.ts";
import type { EventTables } from "../events/tables.ts";
import type { IdempotencyTables } from "../idempotency/tables.ts";
import type { MailTables } from "../mail/tables.ts";
import type { MerchantTables } from "../merchants/tables.ts";
import type { MetadataTables } from "../metadata/tables.ts";
import type { NetworkTables } from "../network/tables.ts";
import type { OauthTables } from "../oauth/tables.ts";
import type { OverviewTables } from "../overview/tables.ts";
import type { PaymentTables } from "../payments/tables.ts";
import type { PersonalDataTables } from "../personal-data/tables.ts";
import type { RequestLogTables } from "../request-log/tables.ts";
import type { RestoreTables } from "../restored-mode/tables.ts";
import type { RetentionTables } from "../retention/tables.ts";
import type { SandboxTables } from "../sandbox/tables.ts";
import type { StaffTables } from "../staff/tables.ts";
import type { SubscriptionTables } from "../subscriptions/tables.ts";

/**
 * The gateway's tables. The vault's tables are in the same database, but only the vault has their types.
 *
 * Times are bigint milliseconds since 1970, amounts bigint cents. `database.ts` reads both as numbers: they stay far
 * below 2^53.
 */
export interface GatewayTables
	extends AuditTables,
		CardFormTables,
		CardTestingTables,
		CustomerTables,
		EftTables,
		RailTables,
		EventTables,
		IdempotencyTables,
		MailTables,
		MerchantTables,
		MetadataTables,
		NetworkTables,
		OauthTables,
		OverviewTables,
		PaymentTables,
		PersonalDataTables,
		RequestLogTables,
		RestoreTables,
		RetentionTables,
		SandboxTables,
		StaffTables,
		SubscriptionTables {}
