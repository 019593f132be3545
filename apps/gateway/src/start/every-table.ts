import "@cardseal/platform/audit";
import "../card-form/tables.ts";
import "@cardseal/payments";
import "@cardseal/eft";
import "@cardseal/events";
import "@cardseal/platform/idempotency";
import "@cardseal/platform/mail";
import "@cardseal/merchants";
import "@cardseal/platform/metadata";
import "@cardseal/platform/network";
import "@cardseal/identity";
import "../personal-data/tables.ts";
import "../request-log/tables.ts";
import "../restore/tables.ts";
import "../sandbox/tables.ts";
import "@cardseal/subscriptions";

export type { GatewayTables } from "@cardseal/platform/tables";
