import { createHash, timingSafeEqual } from "node:crypto";
import { Hono } from "hono";
import { z } from "zod";
import type { Transaction } from "../example/answers.ts";
import type { ContentFault } from "../faults.ts";
import { type AcquirerRequest, type Books, type Decision, requestSchema } from "./books.ts";
import type { openEvents } from "./events.ts";

export interface AcquirerApiOptions {
	books: Books;
	events: ReturnType<typeof openEvents>;
	apiKey: string;
	declineOf: ((request: AcquirerRequest) => string | undefined) | undefined;
}

const answerSchema = z.discriminatedUnion("kind", [
	z.object({ kind: z.literal("accept") }),
	z.object({ kind: z.literal("evidence"), explanation: z.string() }),
]);

/** `null`: the payer did not come back. */
const resultSchema = z.object({ result: z.string().max(100).nullable() });

/** Small, so that tests see several pages. */
const pageSize = 50;

interface Env {
	Bindings: { fault: ContentFault | undefined };
}

/** The merchant's reference is the resource, so a repeated request changes nothing. */
export function createAcquirerApi({ books, events, apiKey, declineOf }: AcquirerApiOptions): Hono<Env> {
	const app = new Hono<Env>();

	app.use(async (context, next) => {
		const given = context.req.header("authorization") ?? "";
		if (!isEqual(given, `Bearer ${apiKey}`)) return context.json({ error: "unknown_api_key" }, 401);
		return next();
	});

	app.get("/v1/account", (context) => context.json({ currencies: ["CAD", "USD"] }));

	app.put("/v1/transactions/:reference", async (context) => {
		const { fault } = context.env;
		const text = await context.req.text();
		const authorization = context.req.header("authorization");
		if (fault === "echo") return context.json({ error: "invalid", request: text, authorization }, 400);
		const request = requestSchema.safeParse(JSON.parse(text));
		if (!request.success) return context.json({ error: "invalid", problems: request.error.issues }, 400);
		const declineCode = typeof fault === "object" ? fault.declined : declineOf?.(request.data);
		const transaction = books.carryOut(context.req.param("reference"), request.data, decisionFor(fault, declineCode));
		if (transaction === undefined) return context.json({ error: "reference_used" }, 409);
		return context.json(distorted(transaction, fault));
	});

	app.get("/v1/transactions/:reference", (context) => {
		const transaction = books.find(context.req.param("reference"));
		if (transaction === undefined) return context.json({ error: "unknown_reference" }, 404);
		return context.json(distorted(transaction, context.env.fault));
	});

	app.put("/v1/transactions/:reference/authentication", async (context) => {
		const body = resultSchema.safeParse(await context.req.json());
		if (!body.success) return context.json({ error: "invalid", problems: body.error.issues }, 400);
		const transaction = books.endAuthentication(context.req.param("reference"), body.data.result);
		if (transaction === undefined) return context.json({ error: "unknown_reference" }, 404);
		return context.json(distorted(transaction, context.env.fault));
	});

	app.get("/v1/transactions", (context) => {
		const number = (name: string) => Number(context.req.query(name) ?? 0);
		const wanted = { from: number("from"), to: number("to"), after: number("after"), limit: pageSize };
		const { transactions, next } = books.list(wanted);
		return context.json({ transactions, next: next === undefined ? null : String(next) });
	});

	app.put("/v1/disputes/:id/answer", async (context) => {
		const answer = answerSchema.safeParse(await context.req.json());
		if (!answer.success) return context.json({ error: "invalid", problems: answer.error.issues }, 400);
		const result = events.answer(context.req.param("id"), answer.data);
		if (result === "unknown") return context.json({ error: "unknown_dispute" }, 404);
		if (result === "closed") return context.json({ error: "dispute_closed" }, 409);
		return context.json({ status: result });
	});

	app.get("/v1/events", (context) => context.json(events.after(context.req.query("after"))));

	return app;
}

function decisionFor(fault: ContentFault | undefined, declineCode: string | undefined): Decision {
	if (fault === "accepted") return { status: "accepted" };
	return declineCode === undefined ? { status: "approved" } : { status: "declined", code: declineCode };
}

function distorted(transaction: Transaction, fault: ContentFault | undefined): object {
	switch (fault) {
		case "other_amount":
			return { ...transaction, amount: transaction.amount + 1_00 };
		case "other_currency":
			return { ...transaction, currency: transaction.currency === "USD" ? "CAD" : "USD" };
		case "other_reference":
			return { ...transaction, reference: `${transaction.reference}0` };
		case "unknown_result":
			return { ...transaction, status: "referred" };
		default:
			return transaction;
	}
}

function isEqual(given: string, wanted: string): boolean {
	const digest = (text: string) => createHash("sha256").update(text).digest();
	return timingSafeEqual(digest(given), digest(wanted));
}
