import {
	adviceCodes,
	checkResults,
	declineClasses,
	declineCodes,
	type ListedRequest,
	type RequestPage,
} from "@cardseal/vault";
import { z } from "zod";

/** An adapter is third-party code, so an invalid entry is not written. */
const id = z
	.string()
	.max(255)
	.regex(/^[^\p{Cc}\p{Cs}]+$/u);
const text = z.string().max(2_000);

const answer = {
	message: text,
	processorTransactionId: id,
	networkTransactionId: id.optional(),
	avsResult: z.enum(checkResults).optional(),
	cvvResult: z.enum(checkResults).optional(),
	issuerCode: text.optional(),
	amountCents: z.int().optional(),
	currency: z.string().optional(),
};

const requestSchema = z.object({
	reference: id,
	operation: z.enum(["sale", "authorization", "verification", "capture", "refund", "void"]),
	amountCents: z.int().min(0).max(1e12),
	currency: z.string().regex(/^[A-Z]{3}$/),
	happenedAt: z.int().min(0).max(8.64e15),
	outcome: z.discriminatedUnion("result", [
		z.object({ ...answer, result: z.literal("approved"), authorizationCode: text }),
		z.object({
			...answer,
			processorTransactionId: id.or(z.literal("")),
			result: z.literal("declined"),
			declineClass: z.enum(declineClasses),
			declineCode: z.enum(declineCodes),
			adviceCode: z.enum(adviceCodes).optional(),
		}),
		z.object({ result: z.literal("accepted"), processorTransactionId: id.optional() }),
		z.object({ result: z.literal("not_received") }),
	]),
	originalReference: id.nullable(),
	card: z
		.object({
			brand: z.string().max(40),
			suffix: z.string().regex(/^\d{4}$/),
			expiryMonth: z.string().regex(/^\d\d$/),
			expiryYear: z.string().regex(/^\d\d$/),
		})
		.optional(),
});

const pageSchema = z.object({ requests: z.array(requestSchema), cursor: z.string().min(1).optional() });

/** @throws Error for an invalid page; the message has none of its values */
export function readPage(page: RequestPage): { requests: ListedRequest[]; cursor: string | undefined } {
	const read = pageSchema.safeParse(page);
	if (!read.success) throw new Error("The processor's list cannot be read.");
	return { requests: read.data.requests as ListedRequest[], cursor: read.data.cursor };
}
