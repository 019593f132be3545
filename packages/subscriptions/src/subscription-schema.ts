import { z } from "@hono/zod-openapi";
import { customerParams } from "../customers/customer.route.ts";
import { customerDetailsFields } from "../customers/customer-details.ts";
import type { CustomerRecord } from "../customers/customer-record.ts";
import type { Customer } from "../customers/tables.ts";
import type { Admission } from "../merchants/admission.ts";
import { metadataField } from "../metadata/metadata.ts";
import { lineOfText } from "../text.ts";
import type { Subscriptions } from "./subscriptions.ts";

export interface SubscriptionRouteOptions {
	subscriptions: Subscriptions;
	admission: Admission;
	recordOf(customer: Customer): Promise<CustomerRecord>;
}

/** The optional fields of POST and PATCH. */
export const detailsFields = {
	email: customerDetailsFields.email.openapi({
		description: "Receives receipts and notices instead of the customer's address; null clears it",
	}),
	bcc_emails: customerDetailsFields.bcc_emails,
	description: lineOfText.nullable().optional().openapi({ description: "Shown on receipts; null clears it" }),
	metadata: metadataField,
};

export const subscriptionParams = customerParams.extend({
	subscription_lookup_id: z
		.string()
		.openapi({ description: "The subscription's lookup_id", example: "Qw7eR5tY3uI1oP9aS2dF" }),
});
