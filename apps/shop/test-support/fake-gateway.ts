import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { type FakeBankRequests, fakeBankRequests } from "./fake-bank-requests.ts";
import { type FakeCustomers, fakeCustomers } from "./fake-customers.ts";
import { type FakeSubscriptions, fakeSubscriptions } from "./fake-subscriptions.ts";

/**
 * The part of the gateway's HTTP contract that the shop uses, kept honest where it matters: idempotency keys, tokens used once,
 * odd and even whole dollars, and books that can be asked. What a test wants to go wrong, it says with `next`.
 */
export interface FakeGateway {
	readonly url: string;
	/** Every sale request that arrived, repeats included. */
	readonly saleRequests: SaleRequest[];
	/** Every charge made: what the payer would find on the statement. */
	readonly charges: Charge[];
	readonly tokenRequests: URLSearchParams[];
	readonly customers: FakeCustomers;
	readonly subscriptions: FakeSubscriptions;
	readonly bankRequests: FakeBankRequests;
	/** Path and key of every capture, void and refund that arrived, repeats included. */
	readonly stepRequests: { readonly path: string; readonly idempotencyKey: string }[];
	/** Path and query of every question about charges. */
	readonly lookups: string[];
	/** What happens to the next sale requests, one each; after these they are answered as usual. */
	next(...mishaps: Mishap[]): void;
	/** Access tokens given out so far are refused from now on. */
	revokeAccessTokens(): void;
	stop(): Promise<void>;
}

export interface SaleRequest {
	readonly path: string;
	readonly idempotencyKey: string;
	readonly authorization: string;
	readonly body: Record<string, unknown>;
}

export interface Charge {
	readonly transaction_id: string;
	readonly invoice_id: string;
	readonly amount: number;
	readonly email: string;
	readonly transaction_type: string;
	/** Whose cards this one is among once the charge is approved. */
	readonly keepsCardFor: string | undefined;
	result: "APPROVED" | "DECLINED" | "PENDING";
	declineCode: string;
}

interface KindOfCharge {
	readonly type: string;
	readonly keepsCardFor: string | undefined;
	readonly pending: boolean;
}

export type Mishap =
	/** The charge is made, the answer is lost. */
	| "lose_answer"
	/** The request is lost; nothing is charged. */
	| "lose_request"
	/** The charge is made but its outcome is not known yet. */
	| "pending"
	/** The charge is made, and the answer is of another amount. */
	| "wrong_amount"
	| "unavailable"
	| { readonly status: number; readonly body: unknown };

/** Starts one on a free port of the loopback address. `lifeSeconds` is how long its access tokens say they live. */
export async function startFakeGateway({ lifeSeconds = 1200 } = {}): Promise<FakeGateway> {
	const saleRequests: SaleRequest[] = [];
	const charges: Charge[] = [];
	const tokenRequests: URLSearchParams[] = [];
	const lookups: string[] = [];
	const stepRequests: FakeGateway["stepRequests"] = [];
	const mishaps: Mishap[] = [];
	const customers = fakeCustomers(charges);
	const subscriptions = fakeSubscriptions(customers, (id) => customers.answer("GET", `/customer/${id}`, {}));
	const bankRequests = fakeBankRequests();
	const usedCardTokens = new Set<unknown>();
	let liveAccessTokens = new Set<string>();

	const server = createServer(async (request, response) => {
		const { pathname, searchParams, search } = new URL(request.url ?? "/", "http://gateway");
		if (pathname === "/oauth/token") return answerToken(request, response);
		if (pathname === "/v1/integrity.json") return send(response, 200, publishedScripts);
		if (!isKnown(request.headers.authorization)) {
			return send(response, 401, problem(401, "UNAUTHORIZED", "The access token has expired."));
		}
		if (/^\/(?:customer|plan)-service\//.test(pathname)) return answerCustomer(pathname, request, response);
		if (pathname.startsWith("/transaction-service-vt/")) return answerBankRequest(pathname, request, response);
		if (request.method === "POST") return answerMoney(pathname, request, response);
		lookups.push(pathname + search);
		answerLookup(pathname, searchParams, response);
	});

	function answerMoney(path: string, request: IncomingMessage, response: ServerResponse): Promise<void> {
		return salePath.test(path) ? answerSale(path, request, response) : answerStep(path, request, response);
	}

	function answerLookup(path: string, query: URLSearchParams, response: ServerResponse): void {
		if (path === "/transaction-service/transaction") answerList(query, response);
		else answerRecord(path, response);
	}

	function answerRecord(path: string, response: ServerResponse): void {
		const charge = charges.find(({ transaction_id: id }) => path.endsWith(`/transaction/${id}`));
		if (charge === undefined) send(response, 404, problem(404, "NOT_FOUND", "There is no such transaction."));
		else send(response, 200, recordOf(charge));
	}

	function isKnown(authorization = ""): boolean {
		return liveAccessTokens.has(authorization.slice("Bearer ".length));
	}

	async function answerToken(request: IncomingMessage, response: ServerResponse): Promise<void> {
		tokenRequests.push(new URLSearchParams(await text(request)));
		const accessToken = `access-${tokenRequests.length}`;
		liveAccessTokens.add(accessToken);
		send(response, 200, { access_token: accessToken, token_type: "Bearer", expires_in: lifeSeconds });
	}

	async function answerSale(path: string, request: IncomingMessage, response: ServerResponse): Promise<void> {
		const body = JSON.parse(await text(request));
		const idempotencyKey = String(request.headers["idempotency-key"]);
		saleRequests.push({ path, idempotencyKey, authorization: request.headers.authorization ?? "", body });
		const mishap = mishaps.shift();
		if (isStopped(mishap, request, response)) return;
		const charge = findOrMakeCharge(idempotencyKey, body, path, mishap === "pending");
		if (charge === "no_card") return send(response, 404, problem(404, "NOT_FOUND", "There is no such card."));
		if (charge === "token_used") {
			return send(response, 400, problem(400, "BAD_REQUEST", "This card token has already been used."));
		}
		if (mishap === "lose_answer") return void request.socket.destroy();
		const wrong = mishap === "wrong_amount" ? { amount: charge.amount + 1 } : {};
		send(response, charge.result === "APPROVED" ? 200 : 402, { ...recordOf(charge), ...wrong });
	}

	function findOrMakeCharge(key: string, body: Record<string, unknown>, path: string, pending: boolean) {
		const known = charges.find(({ invoice_id: invoice }) => invoice === key);
		if (known !== undefined) return known;
		if (usedCardTokens.has(body.token)) return "token_used";
		const [, verb, customerId, cardId] = salePath.exec(path) ?? [];
		if (customerId !== undefined && !customers.has(customerId, cardId)) return "no_card";
		const keepsCardFor = cardId === undefined ? customerId : undefined;
		return makeCharge(body, { type: verb === "authorize" ? "authorization" : "sale", keepsCardFor, pending });
	}

	async function answerCustomer(path: string, request: IncomingMessage, response: ServerResponse): Promise<void> {
		const body = JSON.parse((await text(request)) || "{}");
		const method = request.method ?? "";
		const key = request.headers["idempotency-key"]?.toString();
		const answer = subscriptions.answer(method, path, body, key) ?? customers.answer(method, path, body);
		if (answer === "lost") return void request.socket.destroy();
		send(response, answer.status, answer.body);
	}

	async function answerBankRequest(path: string, request: IncomingMessage, response: ServerResponse): Promise<void> {
		const body = JSON.parse((await text(request)) || "{}");
		const answer = bankRequests.answer(path, body, String(request.headers["idempotency-key"]));
		if (answer === "lost" || answer === undefined) return void request.socket.destroy();
		send(response, answer.status, answer.body);
	}

	/** What follows a charge is found under its key, as charges are found under their invoice id. */
	async function answerStep(path: string, request: IncomingMessage, response: ServerResponse): Promise<void> {
		const [, kind = "", original = ""] = /\/(capture|void|refund)\/(\w+)$/.exec(path) ?? [];
		const body = JSON.parse((await text(request)) || "{}");
		const idempotencyKey = String(request.headers["idempotency-key"]);
		stepRequests.push({ path, idempotencyKey });
		const mishap = mishaps.shift();
		if (isStopped(mishap, request, response)) return;
		const of = charges.find(({ transaction_id: id }) => id === original);
		if (of === undefined) return send(response, 404, problem(404, "NOT_FOUND", "There is no such transaction."));
		const sent = { amount: of.amount, ...body, invoice_id: idempotencyKey, email: of.email };
		const known = charges.find(({ invoice_id: invoice }) => invoice === idempotencyKey);
		const step = known ?? makeCharge(sent, { type: kind, keepsCardFor: undefined, pending: mishap === "pending" });
		if (mishap === "lose_answer") return void request.socket.destroy();
		send(response, step.result === "APPROVED" ? 200 : 402, recordOf(step));
	}

	function makeCharge(body: Record<string, unknown>, { type, keepsCardFor, pending }: KindOfCharge): Charge {
		if (body.token !== undefined) usedCardTokens.add(body.token);
		const approved = Math.floor(Number(body.amount)) % 2 === 1;
		const charge: Charge = {
			transaction_id: `transaction${charges.length + 1}`,
			invoice_id: String(body.invoice_id),
			amount: Number(body.amount),
			email: String(body.email),
			transaction_type: type,
			keepsCardFor,
			result: pending ? "PENDING" : approved ? "APPROVED" : "DECLINED",
			declineCode: "do_not_honour",
		};
		charges.push(charge);
		return charge;
	}

	/** Two records a page, so that whoever asks has to turn pages. */
	function answerList(query: URLSearchParams, response: ServerResponse): void {
		const matching = charges
			.filter(({ email, amount }) => email === query.get("email_address") && amount === Number(query.get("min_amount")))
			.toReversed();
		const from = Number(query.get("after") ?? 0);
		const after = from + 2 < matching.length ? String(from + 2) : "";
		const entities = matching.slice(from, from + 2).map(recordOf);
		send(response, 200, { entities, paging: { cursors: { before: "", after } } });
	}

	server.listen(0, "127.0.0.1");
	await new Promise((resolve) => server.once("listening", resolve));
	return {
		url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
		saleRequests,
		charges,
		tokenRequests,
		customers,
		subscriptions,
		bankRequests,
		lookups,
		stepRequests,
		next: (...more) => void mishaps.push(...more),
		revokeAccessTokens() {
			liveAccessTokens = new Set();
		},
		async stop() {
			server.closeAllConnections();
			await new Promise((resolve) => server.close(resolve));
		},
	};
}

/** A sale or an authorization of a card that is given, one to keep for a customer, or a customer's own. */
const salePath = /\/(sale|authorize)(?:\/customer\/(\w+)(?:\/card\/(\w+))?)?$/;

const publishedScripts = { "encrypt.js": `sha384-${"A".repeat(64)}`, "cardseal.js": `sha384-${"B".repeat(64)}` };

function send(response: ServerResponse, status: number, body: unknown): void {
	response.writeHead(status, { "Content-Type": "application/json" }).end(JSON.stringify(body));
}

/** Lets a mishap happen that comes before any charge; tells whether one did. */
function isStopped(mishap: Mishap | undefined, request: IncomingMessage, response: ServerResponse): boolean {
	if (mishap === "lose_request") request.socket.destroy();
	else if (mishap === "unavailable") send(response, 503, problem(503, "UNAVAILABLE", "Try again."));
	else if (typeof mishap === "object") send(response, mishap.status, mishap.body);
	else return false;
	return true;
}

function problem(status: number, code: string, message: string) {
	return { status, code, message, request_id: "request1" };
}

function recordOf({ result, declineCode, ...charge }: Charge) {
	return {
		id: 100_001,
		...charge,
		card_type: "Visa",
		card_suffix: 5,
		transaction_success: result === "APPROVED",
		transaction_result: result,
		decline_code: result === "DECLINED" ? declineCode : null,
		transaction_time: Date.UTC(2026, 7, 14, 15, 9),
		...(result === "APPROVED" ? {} : { status: 402, code: "PAYMENT_FAILED", message: "Nothing was charged." }),
	};
}
