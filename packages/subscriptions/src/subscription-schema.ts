import { type Customer, type CustomerRecord, customerDetailsFields, customerParams } from "@cardseal/customers";
import type { Admission } from "@cardseal/merchants";
import { lineOfText } from "@cardseal/platform";
import { metadataField } from "@cardseal/platform/metadata";
import { z } from "@hono/zod-openapi";
import type { Subscriptions } from "./subscriptions.ts";

export interface SubscriptionRouteOptions {
	subscriptions: Subscriptions;
	admission: Admission;
	recordOf(customer: Customer): Promise<CustomerRecord>;
}

/** The optional fields of POST and PATCH. */
export const detailsFields = {
	email: customerDetailsFields.email.openapi({
		description: "Receives receipts and other emails instead of the customer's address; null clears it",
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
