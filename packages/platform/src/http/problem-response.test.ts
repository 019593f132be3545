import { OpenAPIHono, z } from "@hono/zod-openapi";
import { HTTPException } from "hono/http-exception";
import { describe, expect, test } from "vitest";
import { DeadlinePassed } from "../db/request-deadline.ts";
import { createLog } from "../log/log.ts";
import { fieldProblem, notFound, Problem } from "../problem.ts";
import { problemStatuses, type Reason, reasons } from "../reasons.ts";
import { anyLine } from "../text.ts";
import type { GatewayEnv } from "./gateway-env.ts";
import { listQuery } from "./list-query.ts";
import { answerProblems, problemBody, problemSchema, refuseInvalid } from "./problem-response.ts";
import { requestContext } from "./request-context.ts";

/** Returns the response of a request whose handler throws, and the error lines of the log. */
async function answerTo(error: unknown) {
	const lines: string[] = [];
	const app = new OpenAPIHono<GatewayEnv>();
	const log = createLog({ level: "error", destination: { write: (line) => void lines.push(line) } });
	app.use(requestContext(log, "https://pay.example"));
	answerProblems(app);
	app.get("/", () => {
		throw error;
	});
	const response = await app.request("/");
	return { status: response.status, headers: response.headers, body: await response.json(), lines };
}

function coded(code: string, message = "secret words of the database"): Error {
	return Object.assign(new Error(message), { code });
}

const place = { requestId: "r", publicUrl: "https://pay.example" };

describe("an error response", () => {
	test.each(Object.keys(reasons) as Reason[])(
		"of the reason %s has its status and the common shape",
		async (reason) => {
			const message = "Do this instead.";
			const { body, headers, ...answer } = await answerTo(new Problem(reason, message));
			const { code } = reasons[reason];
			const status = problemStatuses[code];
			expect(answer.status).toBe(status);
			const errors = [{ code: reason, message }];
			const help = {
				request_id: headers.get("X-Request-Id"),
				doc_url: `https://pay.example/docs/guides/errors.md#${reason}`,
			};
			expect(body).toEqual({ status, code, error: code, reason, message, errors, ...help });
			expect(problemSchema.strict().parse(body)).toEqual(body);
			expect(headers.get("Content-Type")).toMatch(/^application\/json\b/);
			expect(headers.get("Cache-Control")).toBe("no-store");
		},
	);

	test("names a field once, with its first error", async () => {
		const two = z.object({
			country: z
				.string()
				.refine(() => false, "First.")
				.refine(() => false, "Second."),
		});
		const parsed = two.safeParse({ country: "x" });
		expect(() => refuseInvalid(parsed)).toThrow(
			expect.objectContaining({ errors: [expect.objectContaining({ field: "country", message: "First." })] }),
		);
	});

	test("X-11 names at most 50 fields", () => {
		const list = z.array(z.string("Send text."));
		const errors = Array.from({ length: 50 }, (_, index) => expect.objectContaining({ field: String(index) }));
		expect(() => refuseInvalid(list.safeParse(Array(4_000).fill(1)))).toThrow(expect.objectContaining({ errors }));
	});

	test("names the invalid fields, and starts with the first field's reason and advice", async () => {
		const { body } = await answerTo(
			fieldProblem([
				{ field: "amount", reason: "field_required", message: "Send an amount." },
				{ field: "currency", reason: "currency_not_enabled", message: "Send a currency." },
			]),
		);
		expect(body).toMatchObject({
			status: 400,
			code: "BAD_REQUEST",
			reason: "field_required",
			message: "Send an amount.",
		});
		expect(body.errors).toEqual([
			{ field: "amount", code: "field_required", message: "Send an amount." },
			{ field: "currency", code: "currency_not_enabled", message: "Send a currency." },
		]);
	});

	test("carries the headers of its problem", async () => {
		const problem = new Problem("too_many_in_flight", "Wait.", { headers: { "Retry-After": "7" } });
		expect((await answerTo(problem)).headers.get("Retry-After")).toBe("7");
	});

	test("O-28 of the authorization service adds RFC 6749's fields, without quotes and backslashes", () => {
		const problem = new Problem("invalid_request", 'Send "grant_type" or \\.', { oauthError: "invalid_request" });
		expect(problemBody(problem, place)).toMatchObject({
			error: "invalid_request",
			error_description: "Send 'grant_type' or '.",
			message: 'Send "grant_type" or \\.',
		});
		expect(problemBody(new Problem("json_invalid", "No."), place)).not.toHaveProperty("error_description");
	});

	test("X-01 is the same for every unknown id", () => {
		expect(notFound("transaction")).toMatchObject({
			reason: "transaction_not_found",
			message: "There is no transaction with this id.",
		});
	});

	test("X-23 for an internal error reveals nothing, and the error is logged", async () => {
		const { status, body, lines } = await answerTo(new TypeError("select * from secrets at /srv/app.ts"));
		expect({ status, code: body.code }).toEqual({ status: 500, code: "INTERNAL" });
		expect(JSON.stringify(body)).not.toMatch(/select|secrets|\.ts|TypeError/);
		expect(lines).toHaveLength(1);
		expect(lines[0]).toContain(body.request_id);
		expect(lines[0]).toContain("select * from secrets");
	});

	test("X-23 for an error of the framework reveals nothing of it", async () => {
		const { status, body } = await answerTo(new HTTPException(400, { message: "Malformed JSON in request body" }));
		expect({ status, message: body.message }).toEqual({ status: 400, message: "The request cannot be read." });
	});

	test.each([
		["a refused connection", coded("ECONNREFUSED")],
		["a broken connection", coded("ECONNRESET")],
		["a broken pipe", coded("EPIPE")],
		["a connection that took too long", coded("ETIMEDOUT")],
		["a server that shuts down", coded("57P01")],
		["a server that starts up", coded("57P03")],
		["a lost connection", coded("08006")],
		["too many connections", coded("53300")],
		["no free connection in the pool", new Error("timeout exceeded when trying to connect")],
		["a connection that ended", new Error("Connection terminated unexpectedly")],
		["a connection that does not respond", new Error("Query read timeout")],
		["a server that is read-only", coded("25006")],
		["a locked table", coded("55P03")],
		["a statement that was too slow", coded("57014")],
		["a deadlock", coded("40P01")],
		["a full disk", coded("53100")],
		["a disk that fails", coded("58030")],
		["a database that is gone", coded("3D000")],
		["a process without free file descriptors", coded("EMFILE")],
		["a socket that is missing", Object.assign(coded("ENOENT"), { syscall: "connect" })],
		["a request whose time has passed", new DeadlinePassed()],
	])("for %s asks for a retry after a second", async (_what, error) => {
		const { status, body, headers } = await answerTo(error);
		expect({ status, code: body.code }).toEqual({ status: 503, code: "UNAVAILABLE" });
		expect(headers.get("Retry-After")).toBe("1");
		expect(JSON.stringify(body)).not.toContain("secret words");
	});

	test.each([
		["a violated constraint", coded("23505")],
		["a syntax error", coded("42601")],
		["a missing file", coded("ENOENT")],
		["a code that is not a string", Object.assign(new Error("odd"), { code: 8 })],
	])("for %s is an internal error", async (_what, error) => {
		expect((await answerTo(error)).status).toBe(500);
	});
});

describe("an unknown parameter of a list", () => {
	const list = listQuery({ transaction_status: z.string().optional(), limit: z.string().optional() });

	test.each([
		["status", "This list has no parameter status. Use transaction_status."],
		["shop", "This list has no parameter shop. It has transaction_status, limit."],
		["4111111111111111", "This list has no such parameter. It has transaction_status, limit."],
	])("is named unless it may be a value: %s", (name, message) => {
		expect(() => refuseInvalid(list.safeParse({ [name]: "1" }))).toThrow(message);
	});
});

describe("refuseInvalid", () => {
	const schema = z.object({
		amount: z.number("Send a number."),
		card: z.object({ month: z.string("Send text.") }).optional(),
		invoice_id: anyLine.optional(),
		list: z.array(z.number("Send numbers.")).optional(),
	});

	function refusalOf(data: unknown): Problem {
		try {
			refuseInvalid({ ...schema.safeParse(data), data } as Parameters<typeof refuseInvalid>[0]);
		} catch (error) {
			if (error instanceof Problem) return error;
			throw error;
		}
		throw new Error("The data was accepted.");
	}

	test("accepts valid data", () => {
		expect(() => refuseInvalid({ success: true })).not.toThrow();
	});

	test.each([
		[{}, "amount", "amount is required."],
		[{ amount: null }, "amount", "Send a number."],
		[{ amount: "1" }, "amount", "Send a number."],
		[{ amount: 1, card: {} }, "card.month", "card.month is required."],
		[{ amount: 1, card: { month: 8 } }, "card.month", "Send text."],
		[{ amount: 1, list: [1, "2"] }, "list.1", "Send numbers."],
		[{ amount: 1, invoice_id: 77 }, "invoice_id", "Send invoice_id in quotes, as text."],
	])("reports for %j that %s: %s", (data, field, message) => {
		expect(refusalOf(data)).toMatchObject({ code: "BAD_REQUEST", message, errors: [{ field, message }] });
	});

	test("X-23 repeats no value", () => {
		expect(JSON.stringify(refusalOf({ amount: "4111111111111111", list: ["937"] }).errors)).not.toMatch(/4111|937/);
	});
});
