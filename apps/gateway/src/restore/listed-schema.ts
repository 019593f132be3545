import { transactionTypes } from "@cardseal/payments";
import {
	reportedCents as cents,
	reportedCurrency as currency,
	reportedId as id,
	reportedOutcome,
	reportedText as text,
	reportedTime as time,
	wrongFieldsOf,
} from "@cardseal/payments/gateway";
import type { ListedRequest, RequestPage } from "@cardseal/vault";
import { z } from "@hono/zod-openapi";

const longestInvoice = 255;

const acceptedSchema = z.object({ result: z.literal("accepted"), processorTransactionId: id.optional() });

const requestSchema: z.ZodType<ListedRequest> = z.object({
	reference: id,
	operation: z.enum([...transactionTypes, "verification"]),
	amountCents: cents.min(0),
	currency,
	happenedAt: time,
	outcome: z.discriminatedUnion("result", [reportedOutcome, acceptedSchema]),
	originalReference: id.nullable(),
	invoiceId: text.transform((invoice) => invoice.slice(0, longestInvoice).trim() || null).nullish(),
	card: z
		.object({
			brand: id.max(40),
			suffix: z.string().regex(/^\d{4}$/),
			expiryMonth: z.string().regex(/^\d\d$/),
			expiryYear: z.string().regex(/^\d\d$/),
		})
		.optional(),
});

const pageSchema = z.object({ requests: z.array(z.unknown()), cursor: z.string().min(1).max(4_000).optional() });

const namesSchema = z.object({ reference: id });

/** Only a valid reference is kept. */
export interface InvalidRequest {
	reference: string | undefined;
	problem: string;
}

export interface ListedPage {
	requests: ListedRequest[];
	invalid: InvalidRequest[];
	cursor: string | undefined;
}

/** @throws Error for something else than a page, which has no cursor; the message has none of its values */
export function readPage(given: RequestPage): ListedPage {
	const page = pageSchema.safeParse(given);
	if (!page.success) throw new Error(`its list is no page of requests: ${wrongFieldsOf(page.error, "page")}`);
	const requests: ListedRequest[] = [];
	const invalid: InvalidRequest[] = [];
	for (const one of page.data.requests) {
		const read = requestSchema.safeParse(one);
		if (read.success) requests.push(read.data);
		else invalid.push({ reference: namesSchema.safeParse(one).data?.reference, problem: problemOf(read.error) });
	}
	return { requests, invalid, cursor: page.data.cursor };
}

function problemOf(error: z.ZodError): string {
	return `The processor lists it in a form that cannot be read: ${wrongFieldsOf(error, "request")}`.slice(0, 500);
}
