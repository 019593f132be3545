import { describe, expect, test, vi } from "vitest";
import { transaction } from "../../test-support/transaction.ts";
import { createApi } from "./client.ts";
import type { PaymentCall } from "./operations.ts";
import type { RequestProblem } from "./problem.ts";

type Reply = { status: number; body?: unknown } | Error;

/** A gateway that gives these answers, one after the other, and remembers what it was asked. */
function gatewayWith(...replies: Reply[]) {
	const requests: { url: string; init: RequestInit }[] = [];
	const fetch = async (url: RequestInfo | URL, init: RequestInit = {}): Promise<Response> => {
		requests.push({ url: String(url), init });
		const reply = replies.shift();
		if (reply === undefined) throw new Error("Nothing more was expected.");
		if (reply instanceof Error) throw reply;
		return new Response(reply.body === undefined ? null : JSON.stringify(reply.body), { status: reply.status });
	};
	const onSignedOut = vi.fn();
	const confirm = vi.fn(async () => true);
	const api = createApi({ root: "/app/api", fetch, onSignedOut, confirm });
	api.useCsrfToken("token of the session");
	const header = (at: number, name: string) => new Headers(requests[at]?.init.headers).get(name);
	return { api, requests, onSignedOut, confirm, header };
}

const sale: PaymentCall = { route: "/transaction-service/sale", body: { amount: "31.00" } };

const refusal = { status: 400, code: "BAD_REQUEST", message: "Send an amount.", request_id: "r1" };

const unconfirmed = { status: 403, body: { ...refusal, status: 403, reason: "step_up_required" } };

async function problemOf(request: Promise<unknown>): Promise<RequestProblem> {
	return request.then(
		() => expect.fail("It was not refused."),
		(error: RequestProblem) => error,
	);
}

describe("a request", () => {
	test("X-24 that changes something proves where it comes from; one that reads does not tell the token", async () => {
		const { api, header } = gatewayWith({ status: 200, body: {} }, { status: 200, body: {} });
		await api.patch("/settings", { body: { name: "Maple & Main" } });
		await api.get("/settings");
		expect(header(0, "X-CSRF-Token")).toBe("token of the session");
		expect(header(1, "X-CSRF-Token")).toBeNull();
	});

	test("sends a file as it is, with its type", async () => {
		const { api, requests, header } = gatewayWith({ status: 200, body: {} });
		const file = new Blob(["…"], { type: "image/png" });
		await api.put("/settings/logo", { body: file });
		expect(requests[0]?.init.body).toBe(file);
		expect(header(0, "Content-Type")).toBe("image/png");
	});

	test("X-48 that the gateway wants confirmed is asked about, and repeated with its key and the new token", async () => {
		const { api, requests, confirm, header } = gatewayWith(unconfirmed, { status: 200, body: { transaction_id: "1" } });
		confirm.mockImplementationOnce(async () => {
			api.useCsrfToken("token of the new cookie");
			return true;
		});
		const path = { customer_lookup_id: "c" };
		const body = { amount: "5", transit_number: "1", institution_number: "2", account_number: "3" };
		await api.post("/transaction-service-vt/eft/send/{customer_lookup_id}", { path, body, idempotencyKey: "k" });
		expect(confirm).toHaveBeenCalledOnce();
		expect(requests[1]?.init.body).toBe(requests[0]?.init.body);
		expect(header(1, "Idempotency-Key")).toBe("k");
		expect(header(1, "X-CSRF-Token")).toBe("token of the new cookie");
	});

	test("proves the next one with the new token that it brought; a reading brings none", async () => {
		const answers = ["first", "of a reading"].map((csrf_token) => ({ status: 200, body: { csrf_token } }));
		const { api, header } = gatewayWith(...answers, { status: 200, body: {} });
		await api.post("/account/password", { body: { current_password: "", new_password: "" } });
		await api.get("/session");
		await api.post("/keys/rotate");
		expect(header(2, "X-CSRF-Token")).toBe("first");
	});

	test("X-48 that the user does not confirm is not repeated", async () => {
		const { api, requests, confirm } = gatewayWith(unconfirmed);
		confirm.mockResolvedValueOnce(false);
		expect(await problemOf(api.post("/keys/rotate"))).toMatchObject({ kind: "unconfirmed" });
		expect(requests).toHaveLength(1);
	});

	test("goes to our own gateway, follows no redirect, and has its query in the address", async () => {
		const { api, requests } = gatewayWith({ status: 200, body: { entities: [] } });
		await api.get("/transaction-service/transaction", { query: new URLSearchParams({ channel: "VT,MOBILE" }) });
		expect(requests[0]?.url).toBe("/app/api/transaction-service/transaction?channel=VT%2CMOBILE");
		expect(requests[0]?.init).toMatchObject({ redirect: "error", credentials: "same-origin" });
	});

	test("has the ids of its path in the address, encoded", async () => {
		const { api, requests } = gatewayWith({ status: 200, body: {} });
		await api.get("/transaction-service/transaction/{transaction_id}", { path: { transaction_id: "a/b" } });
		expect(requests[0]?.url).toBe("/app/api/transaction-service/transaction/a%2Fb");
	});

	test("that is answered without a body gives nothing", async () => {
		const { api } = gatewayWith({ status: 204 });
		expect(await api.delete("/credentials/{client_id}", { path: { client_id: "1" } })).toBeUndefined();
	});

	test("that is refused tells the gateway's sentence and the fields it is about", async () => {
		const { api } = gatewayWith({
			status: 400,
			body: { ...refusal, errors: [{ field: "amount", message: "Too much." }] },
		});
		const problem = await problemOf(api.post("/account/live"));
		expect(problem).toMatchObject({ kind: "refused", message: "Send an amount.", requestId: "r1" });
		expect(problem.fields).toEqual([{ field: "amount", message: "Too much." }]);
	});

	test.each([
		[401, "signed-out"],
		[403, "forbidden"],
		[404, "not-found"],
		[429, "too-many"],
		[500, "failed"],
	])("answered with %i is told as %s", async (status, kind) => {
		const { api } = gatewayWith({ status, body: { message: "No." } });
		expect((await problemOf(api.get("/overview"))).kind).toBe(kind);
	});

	test.each(["processor_unreachable", "processor_refuses_account", "no_processor", "restored"])(
		"answered with 503 %s is refused with its own words",
		async (reason) => {
			const { api } = gatewayWith({ status: 503, body: { message: "Try later.", reason } });
			expect(await problemOf(api.get("/overview"))).toMatchObject({ kind: "refused", message: "Try later." });
		},
	);

	test("without a session sends the person to sign in", async () => {
		const { api, onSignedOut } = gatewayWith({ status: 401, body: {} });
		await problemOf(api.get("/overview"));
		expect(onSignedOut).toHaveBeenCalledOnce();
	});

	test("whose answer is no JSON, or never comes, is told as unreachable", async () => {
		const { api } = gatewayWith(new TypeError("network"));
		expect((await problemOf(api.get("/overview"))).kind).toBe("unreachable");
		const broken = createApi({
			root: "/app/api",
			fetch: async () => new Response("<html>"),
			onSignedOut: () => {},
			confirm: async () => false,
		});
		expect((await problemOf(broken.get("/overview"))).kind).toBe("unreachable");
	});
});

describe("a request to move money", () => {
	test("H-02 carries its key", async () => {
		const { api, header } = gatewayWith({ status: 200, body: transaction() });
		await api.moveMoney(sale, "key 1");
		expect(header(0, "Idempotency-Key")).toBe("key 1");
	});

	test.each([
		[200, "APPROVED"],
		[402, "DECLINED"],
		[402, "PENDING"],
	] as const)("answered with %i and %s was recorded", async (status, transaction_result) => {
		const { api } = gatewayWith({ status, body: transaction({ transaction_result }) });
		expect(await api.moveMoney(sale, "key")).toMatchObject({ transaction_result });
	});

	test.each([400, 403, 404, 422, 429])("answered with %i moved nothing", async (status) => {
		const { api } = gatewayWith({ status, body: refusal });
		expect((await problemOf(api.moveMoney(sale, "key"))).isOutcomeUnknown).toBe(false);
	});

	test("that the processor refuses the account moved nothing", async () => {
		const { api } = gatewayWith({ status: 503, body: { ...refusal, reason: "processor_refuses_account" } });
		expect((await problemOf(api.moveMoney(sale, "key"))).isOutcomeUnknown).toBe(false);
	});

	test.each<[string, Reply]>([
		["lost on the way", new TypeError("network")],
		["a failure of ours", { status: 500, body: {} }],
		["that the database is away", { status: 503, body: {} }],
		["that the same request is still running", { status: 409, body: refusal }],
		["a success without a record", { status: 200, body: {} }],
	])("whose answer is %s may have moved it, and is never called failed", async (_, reply) => {
		const { api } = gatewayWith(reply);
		expect((await problemOf(api.moveMoney(sale, "key"))).isOutcomeUnknown).toBe(true);
	});
});
