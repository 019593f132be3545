import { clientName, staffName } from "@cardseal/identity/gateway";
import type { AuditNames } from "@cardseal/merchants/gateway";
import { currencyOf } from "@cardseal/payments/gateway";
import { partsOf } from "../services.ts";

/** The services name what the events of the audit log are about. */
export const auditNames: AuditNames = {
	objects: partsOf("namedObjects").flat(),
	staffEvents: partsOf("staffEvents").flat(),
	staffName,
	clientName,
	currencyOf,
};
