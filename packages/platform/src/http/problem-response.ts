import type { OpenAPIHono } from "@hono/zod-openapi";
import { z } from "@hono/zod-openapi";
import type { Context, HonoRequest } from "hono";
import { HTTPException } from "hono/http-exception";
import type { ContentfulStatusCode } from "hono/utils/http-status";
import { isDatabaseFailure, isOutcomeUnknown } from "../db/failure.ts";
import { type FieldError, Problem, refuseFields } from "../problem.ts";
import {
	type ProblemCode,
	problemEntrySchema,
	problemStatuses,
	type Reason,
	reasonSchema,
	reasons,
	type ShownReason,
} from "../reasons.ts";
import { textInQuotes } from "../text.ts";
import type { GatewayEnv, Unconfirmed } from "./gateway-env.ts";

export const helpSchemas = {
	request_id: z.string().openapi({ description: "Quote it in support requests" }),
	doc_url: z.string().openapi({ description: "The address of the reason in the gateway's docs" }),
};

export const problemSchema = z
	.object({
		status: z.int().openapi({ example: 400 }),
		code: z.enum(Object.keys(problemStatuses) as [ProblemCode, ...ProblemCode[]]),
		error: z.string().openapi({ description: "The same as `code`; below /oauth, the error code of RFC 6749" }),
		message: z.string().openapi({ description: "The cause and the next step", example: "amount is required." }),
		reason: reasonSchema,
		errors: z.array(problemEntrySchema).openapi({
			description:
				"One entry for each invalid field, with `field`, at most 50; otherwise one without it, for the whole request",
		}),
		...helpSchemas,
	})
	.openapi("Problem");

/** Keeps the answer smaller than the request. */
const maximumErrors = 50;

export type ProblemBody = z.infer<typeof problemSchema> & { error_description?: string };

type ProblemPlace = Pick<GatewayEnv["Variables"], "requestId" | "publicUrl">;

function helpFields({ requestId, publicUrl }: ProblemPlace, reason: ShownReason) {
	return { request_id: requestId, doc_url: `${publicUrl}/docs/guides/errors.md#${reason}` };
}

export function helpOf(context: Context<GatewayEnv>, reason: ShownReason) {
	return helpFields(placeOf(context), reason);
}

/** `context.var` would copy all variables. */
function placeOf(context: Context<GatewayEnv>): ProblemPlace {
	return { requestId: context.get("requestId"), publicUrl: context.get("publicUrl") };
}

export function problemBody(
	problem: Problem,
	place: ProblemPlace,
	oauthError: string | undefined = problem.oauthError,
): ProblemBody {
	return {
		status: problem.status,
		code: problem.code,
		error: oauthError ?? problem.code,
		message: problem.message,
		reason: problem.reason,
		errors: problem.errors?.map(({ field, reason, message }) => ({ field, code: reason, message })) ?? [
			{ code: problem.reason, message: problem.message },
		],
		...helpFields(place, problem.reason),
		...(oauthError !== undefined && { error_description: problem.message.replace(/["\\]/g, "'") }),
	};
}

/** Hides the details of other errors than `Problem`. */
export function answerProblems(app: OpenAPIHono<GatewayEnv>): void {
	app.onError((error, context) => {
		const problem = problemOf(error, context.get("unconfirmed") ?? unconfirmedPost(context.req));
		// An expected 5xx has no cause.
		if (problem.code === "INTERNAL" || (problem.status >= 500 && problem.cause !== undefined))
			context.get("log").error({ request_id: context.get("requestId"), err: problem.cause ?? error });
		return problemResponse(context, problem);
	});
}

/** Requests of tokens may be repeated (RFC 6749). */
function unconfirmedPost({ method, path }: Pick<HonoRequest, "method" | "path">): Unconfirmed | undefined {
	if (method !== "POST" || path.startsWith("/oauth/")) return undefined;
	const findOut = "Before you repeat it, check whether it was carried out.";
	return { findOut, isDone: false, takesKey: false, hasKey: false };
}

export function problemResponse(context: Context<GatewayEnv>, problem: Problem): Response {
	for (const [name, value] of Object.entries(problem.headers)) context.header(name, value);
	context.set("reason", problem.reason);
	const body = problemBody(problem, placeOf(context), problem.oauthError ?? oauthErrorAt(context.req.path, problem));
	return context.json(body, problem.status as ContentfulStatusCode);
}

function oauthErrorAt(path: string, { status }: Problem): string | undefined {
	if (!path.startsWith("/oauth/")) return undefined;
	if (status === 401) return "invalid_token";
	if (status === 503) return "temporarily_unavailable";
	return status === 500 ? "server_error" : "invalid_request";
}

export function problemOf(error: unknown, unconfirmed?: Unconfirmed): Problem {
	if (error instanceof Problem) return error;
	if (error instanceof HTTPException && error.status === 415) {
		return new Problem("content_type_unsupported", "Send the body as application/json in UTF-8.");
	}
	if (error instanceof HTTPException) return new Problem("request_unreadable", "The request cannot be read.");
	if (isDatabaseFailure(error)) return failureProblem(error, unconfirmed);
	return new Problem(
		"internal",
		"Something went wrong on our side. Try again, and quote the request id if it persists.",
	);
}

function failureProblem(error: Error, unconfirmed: Unconfirmed | undefined): Problem {
	const options = { cause: error, headers: { "Retry-After": "1" } };
	if (unconfirmed?.hasKey === false && (unconfirmed.isDone || isOutcomeUnknown(error))) {
		const advice = unconfirmed.takesKey ? " Use an Idempotency-Key to repeat a request safely." : "";
		const message = `The database did not confirm this request, so it may have been carried out. ${unconfirmed.findOut}${advice}`;
		return new Problem("outcome_unknown", message, options);
	}
	const message =
		"The service cannot use its database now. Try again in a moment, with the same Idempotency-Key if you sent one.";
	return new Problem("database_unavailable", message, options);
}

/** Zod's messages address developers of schemas. */
export function refuseInvalid(result: { success: true } | { success: false; error: z.ZodError; data?: unknown }): void {
	if (result.success) return;
	const errors = result.error.issues.flatMap((issue): FieldError | FieldError[] => {
		if (issue.code === "unrecognized_keys") return issue.keys.map((key) => unknownParameter(key, issue.message));
		const field = issue.path.join(".");
		const isMissing = issue.code !== "custom" && valueAt(result.data, issue.path) === undefined;
		if (isMissing) return { field, reason: "field_required", message: `${field} is required.` };
		const message = issue.message === textInQuotes ? `Send ${field} in quotes, as text.` : issue.message;
		return { field, reason: reasonOf(issue), message };
	});
	const firstByField = new Map<string, FieldError>();
	for (const error of errors) if (!firstByField.has(error.field)) firstByField.set(error.field, error);
	refuseFields([...firstByField.values()].slice(0, maximumErrors));
}

/** An unknown name may be a misplaced value. */
function unknownParameter(name: string, advice: string): FieldError {
	const field = /^[A-Za-z_.[\]-]{1,64}$/.test(name) ? name : "query";
	const which = field === name ? `parameter ${name}` : "such parameter";
	return { field, reason: "parameter_unknown", message: `This list has no ${which}. ${advice}` };
}

function reasonOf(issue: z.core.$ZodIssue): Reason {
	const named = issue.code === "custom" ? issue.params?.reason : undefined;
	return typeof named === "string" && Object.hasOwn(reasons, named) ? (named as Reason) : "field_invalid";
}

function valueAt(data: unknown, path: readonly PropertyKey[]): unknown {
	return path.reduce<unknown>((value, key) => (value as Record<PropertyKey, unknown> | undefined)?.[key], data);
}
