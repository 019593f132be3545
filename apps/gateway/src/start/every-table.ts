/** Serves programs that see only a part of the modules. */
import "../audit/tables.ts";
import "../card-form/tables.ts";
import "../card-testing/tables.ts";
import "../customers/tables.ts";
import "../eft/rails/tables.ts";
import "../eft/tables.ts";
import "../events/tables.ts";
import "../idempotency/tables.ts";
import "../mail/tables.ts";
import "../merchants/processor-accounts/tables.ts";
import "../merchants/tables.ts";
import "../metadata/tables.ts";
import "../network/tables.ts";
import "../oauth/tables.ts";
import "../overview/tables.ts";
import "../payments/disputes/tables.ts";
import "../payments/unresolved/tables.ts";
import "../payments/settlements/tables.ts";
import "../payments/tables.ts";
import "../personal-data/tables.ts";
import "../request-log/tables.ts";
import "../restored-mode/tables.ts";
import "../sandbox/tables.ts";
import "../staff/tables.ts";
import "../subscriptions/tables.ts";

export type { GatewayTables } from "../db/schema.ts";
