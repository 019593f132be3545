import { chmod, mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { type EmbeddedDatabase, startEmbeddedDatabase } from "../../packages/local-postgres/src/start.ts";
import { describedRoutes, type Route } from "../fixtures/api/routes.ts";
import { type Answer, cardToken, requestToken, salePath, send, sendRaw } from "../fixtures/client.ts";
import { execute } from "../fixtures/database.ts";
import {
	freePort,
	type GatewayProcess,
	spawnGatewayProcess,
	startGatewayProcess,
} from "../fixtures/gateway-process.ts";
import { askBank } from "../fixtures/payments/bank.ts";
import { staffBrowser } from "../fixtures/staff/staff-browser.ts";
import { startTraceCollector, type TraceCollector } from "../fixtures/trace-collector.ts";
import { startWebhookReceiver, type WebhookReceiver } from "../fixtures/webhook-receiver.ts";
import {
	addressCarriers,
	type Carrier,
	cardFields,
	chargeCarriers,
	disguises,
	headerCarriers,
	rawRequests,
	refusedCarriers,
} from "./carriers.ts";
import { findCardNumbers } from "./find-pan.ts";
import { type Finding, type Mark, marks, searchDatabase, searchFiles, searchText, secret } from "./hunt.ts";
import { type PayersSecrets, visitPayersPages } from "./payers-pages.ts";

// Sends card data and secrets to every route in every known way, through every kind of failure, while one gateway dies
// and another takes over. Then searches everything that was written.

let dataDirectory: string;
let port: number;
let gateway: GatewayProcess;
let database: EmbeddedDatabase;
let bearer: Mark;
/** For the route that revokes the token of the request. */
let revoked: Mark;
let clientSecret: Mark;
let cardTokens: Mark[];
let webhookSecret: Mark;
/** Responses have them, as they are addresses of pages; nothing else does, but mails. */
let ofPayers: PayersSecrets;
/** The bank's proof of an authentication that the merchant made. */
const cavv = secret("cavv", "AAABBEg0VhI0VniQEjRWAAAAAAA=");
let receiver: WebhookReceiver;
let endpointId: string;

/** All mail of the sandbox, as its mailbox shows it. */
let mail: Answer;

/** The logs of both gateways. */
let log = "";
/** Each response with its request. */
const answers: { what: string; answer: Answer }[] = [];
let inDatabase: Finding[];
let inFiles: Finding[];
/** The distinct answers of the merchant's server, as deliveries show them. A connection that broke has none. */
let responses: string[];

/** The scrapes of both gateways, without their figures: three digits occur among them. */
let scrapes = "";
let collector: TraceCollector;
let metricsUrl: string;

let environment: Record<string, string>;

async function measureEverything(): Promise<Record<string, string>> {
	collector = await startTraceCollector();
	const METRICS_PORT = String(await freePort());
	metricsUrl = `http://127.0.0.1:${METRICS_PORT}`;
	return { METRICS_PORT, OTEL_EXPORTER_OTLP_ENDPOINT: collector.url, TRACES_PER_SECOND: "10000" };
}

/** Personal rather than secret: PostgreSQL repeats whole rows in its errors. */
const customerName = secret("customer's name", "Wilhelmina-Featherstonehaugh");

const secrets = () => [bearer, revoked, clientSecret, webhookSecret, cavv, ...cardTokens];
const secretsWithPayers = () => [...secrets(), ...ofPayers.unmailed, ...ofPayers.mailed];

const cardData = Object.values(marks).filter((mark) => mark !== marks.planted);

beforeAll(async () => {
	dataDirectory = await mkdtemp(join(tmpdir(), "cardseal-leaks-"));
	// Under root, PostgreSQL runs as another user, who needs access to the directory.
	await chmod(dataDirectory, 0o711);
	port = await freePort();
	// Short, because each card whose answer is lost waits for it.
	environment = { PROCESSOR_TIMEOUT_MS: "500", LOG_LEVEL: "trace", ...(await measureEverything()) };
	gateway = await startGatewayProcess({ dataDirectory, port, environment });
	database = await startEmbeddedDatabase({ dataDirectory, log: () => undefined });
	await makeSecrets();
	await receiveEvents();

	for (const route of await describedRoutes(gateway.url)) await carryTo(route);
	for (const request of rawRequests()) await carryRaw(request);
	await carryInFreeText();
	await storeCards();
	await liveThroughCharges();
	await sendMoney();
	await askForMoney();
	await liveThroughDunning();
	await payOnPages();
	await guessSecrets();
	await carryThroughDatabaseErrors();
	await carryThroughProcessorErrors();
	await everythingSettled();
	await scrape();
	await crashWhileCharging();
	await everythingSettled();
	await readMail();
	await everythingAudited();
	await requestsLogged();
	await scrape();
	await plant();

	responses = await storedResponses();
	inDatabase = await searchDatabase(database.url, [...cardData, marks.planted, ...secretsWithPayers()]);
	await gateway.end("SIGTERM");
	log += `${gateway.output()}\n`;
	// A clean stop writes every page to its file, like a checkpoint.
	await database.stop();
	const inNoFile = [...cardData, marks.planted, ...secrets(), ...ofPayers.unmailed];
	inFiles = await searchFiles(join(dataDirectory, "postgres"), inNoFile);
}, 360_000);

afterAll(async () => {
	await receiver.close();
	await collector.close();
	await rm(dataDirectory, { recursive: true });
});

/** Gets every event at a server that answers with its own secret and a card number. */
async function receiveEvents(): Promise<void> {
	receiver = await startWebhookReceiver();
	const answer = await send(`${gateway.url}/event-service/endpoint`, {
		method: "POST",
		headers: { "Content-Type": "application/json", Authorization: `Bearer ${bearer.value}` },
		body: JSON.stringify({ url: receiver.url }),
	});
	endpointId = String(answer.body.lookup_id);
	webhookSecret = secret("webhook secret", String(answer.body.secret));
	receiver.answer = (response) => response.end(`${webhookSecret.value} ${marks.visa.value}`);
}

async function storedResponses(): Promise<string[]> {
	const headers = { Authorization: `Bearer ${bearer.value}` };
	const { body } = await send(`${gateway.url}/event-service/endpoint/${endpointId}/delivery?limit=100`, { headers });
	const deliveries = body.deliveries as { status: number | null; response: string }[];
	return [...new Set(deliveries.filter(({ status }) => status !== null).map(({ response }) => response))];
}

async function makeSecrets(): Promise<void> {
	const { client_id, client_secret, public_key } = await gateway.demo();
	const parameters = { grant_type: "client_credentials", client_id, client_secret };
	const signIn = async () => String((await requestToken(gateway.url, parameters)).body.access_token);
	bearer = secret("bearer token", await signIn());
	revoked = secret("revoked bearer token", await signIn());
	clientSecret = secret("client secret", client_secret);
	const withNumber = (mark: Mark) => cardToken(public_key, cardFields(mark));
	const tokens = await Promise.all([marks.visa, marks.mastercard, marks.unionPay].map(withNumber));
	tokens.push(await cardToken(public_key, cardFields(marks.mastercard), undefined, await openSession()));
	cardTokens = tokens.map((token, index) => secret(`card token ${index}`, token));
}

/** Tokens as the shop's card form makes them. */
async function openSession(): Promise<string> {
	const { public_key, shop_url } = await gateway.demo();
	const answer = await send(`${gateway.url}/v1/widget/session`, {
		method: "POST",
		headers: { "Content-Type": "application/json", Origin: gateway.url },
		body: JSON.stringify({ public_key, origin: shop_url }),
	});
	expect(answer.status, answer.text).toBe(201);
	return String(answer.body.session_id);
}

async function carryTo(route: Route): Promise<void> {
	const carriers = [
		...addressCarriers([bearer, clientSecret, ...cardTokens]),
		...headerCarriers([clientSecret, ...cardTokens]),
	];
	if (route.bodyType !== undefined) carriers.push(...chargeCarriers(cardTokens), ...refusedCarriers(cardTokens));
	// A few at a time: those with a silent processor wait half a second each.
	const waiting = carriers.map((carrier) => () => carry(route, carrier));
	await inTurns(waiting, 12);
	const body = JSON.stringify(cardFields(marks.visa));
	await carry({ ...route, needsToken: false }, { what: "nobody's card", body });
	await carry({ ...route, method: "PATCH" }, { what: "a method that the route may not have", body });
}

async function inTurns(tasks: (() => Promise<void>)[], atOnce: number): Promise<void> {
	const worker = async () => {
		for (let task = tasks.shift(); task !== undefined; task = tasks.shift()) await task();
	};
	await Promise.all(Array.from({ length: atOnce }, worker));
}

async function carry(route: Route, { what, pathSuffix = "", headers = {}, body }: Carrier): Promise<void> {
	const path = route.path.replaceAll(/\{\w+\}/g, marks.visa.value) + pathSuffix;
	const mayHaveBody = !["GET", "HEAD"].includes(route.method) && body !== undefined;
	const token = route.path.includes("revoke") ? revoked : bearer;
	const answer = await send(`${gateway.url}${path}`, {
		method: route.method,
		headers: { ...(route.needsToken && { Authorization: `Bearer ${token.value}` }), ...headers },
		...(mayHaveBody && { body }),
	});
	answers.push({ what: `${route.method} ${route.path}: ${what}`, answer });
}

async function carryRaw(request: string): Promise<void> {
	const { text } = await sendRaw(port, request);
	answers.push({ what: "raw", answer: { status: 0, headers: new Headers(), text, body: {} } });
}

function sell(body: object, headers: Record<string, string> = {}): Promise<Answer> {
	return send(`${gateway.url}${salePath}`, {
		method: "POST",
		headers: { Authorization: `Bearer ${bearer.value}`, "Content-Type": "application/json", ...headers },
		body: JSON.stringify({ amount: 31, ...body }),
	});
}

async function sellAndKeep(what: string, body: object, headers?: Record<string, string>): Promise<void> {
	answers.push({ what, answer: await sell(body, headers) });
}

/** Fields where a clerk could type a card number. All of them are stored in the clear. */
async function carryInFreeText(): Promise<void> {
	const { value } = marks.inFreeText;
	const card = cardFields(marks.visa);
	const grouped = `card ${value.slice(0, 4)} ${value.slice(4, 8)}-${value.slice(8)}, thanks`;
	for (const name of [
		"first_name",
		"company",
		"address1",
		"city",
		"postal_code",
		"custom_id",
		"invoice_id",
		"telephone",
	]) {
		await sellAndKeep(`free text in ${name}`, { ...card, [name]: value });
		await sellAndKeep(`free text in ${name}`, { ...card, [name]: grouped });
		for (const [what, disguise] of disguises) {
			await sellAndKeep(`free text, ${what}, in ${name}`, { ...card, [name]: disguise(marks.inFreeText) });
		}
	}
	for (const metadata of metadataOf(marks.inFreeText)) await sellAndKeep("metadata", { ...card, metadata });
	await sellAndKeep("free text as key", card, { "Idempotency-Key": value });
}

/** Metadata with a number in a value, in a key, in parts and in disguise. */
function metadataOf(mark: Mark): object[] {
	const { value } = mark;
	return [
		{ note: value },
		{ [value]: "note" },
		{ [value.slice(0, 8)]: value.slice(8) },
		{ note: value.slice(0, 9), [`${value.slice(9)}_`]: "note" },
		{ note: { deep: value } },
		...disguises.map(([, disguise]) => ({ note: disguise(mark) })),
	];
}

/** Stores cards in the clear and by token, has one refused, and writes card numbers into the text fields. */
async function storeCards(): Promise<void> {
	const call = async (method: string, path: string, body: object) => {
		const answer = await send(`${gateway.url}/customer-service/customer${path}`, {
			method,
			headers: { Authorization: `Bearer ${bearer.value}`, "Content-Type": "application/json" },
			body: JSON.stringify(body),
		});
		answers.push({ what: `${method} customer${path}`, answer });
		return answer;
	};
	const { public_key } = await gateway.demo();
	const token = await cardToken(public_key, cardFields(marks.unionPay));
	cardTokens.push(secret("card token of a stored card", token));
	const customer = await call("POST", "", { email: "ada@example.com" });
	const path = `/${customer.body.lookup_id}`;
	const cards = [
		cardFields(marks.visa),
		cardFields(marks.amex, marks.amexCode),
		{ token },
		cardFields(marks.answerLost),
	];
	const statuses: number[] = [];
	for (const card of cards) statuses.push((await call("POST", `${path}/card`, card)).status);
	// With the short time limit, a busy machine may miss the verification of one of the first three.
	expect(statuses.slice(0, 3)).toContain(200);
	expect(statuses.at(-1)).toBe(402);
	const { body } = await call("PUT", path, { city: "Ottawa" });
	const [first] = body.cards as { lookup_id: string }[];
	expect(first).toBeDefined();
	await call("PATCH", `${path}/card/${first?.lookup_id}`, { card_description: marks.inFreeText.value });
	await call("PUT", path, { company: marks.inFreeText.value });
	for (const metadata of metadataOf(marks.inFreeText)) await call("PUT", path, { metadata });
	await subscribe(call, path, String(first?.lookup_id));
}

/** Subscribes a card to a plan, and writes card numbers into the subscription's texts. */
async function subscribe(
	call: (method: string, path: string, body: object) => Promise<Answer>,
	customerPath: string,
	card_lookup_id: string,
): Promise<void> {
	const plan = await send(`${gateway.url}/plan-service/plan`, {
		method: "POST",
		headers: { Authorization: `Bearer ${bearer.value}`, "Content-Type": "application/json" },
		body: JSON.stringify({ name: "Coffee", amount: 31, currency: "CAD", frequency: "DAILY" }),
	});
	const request = { plan_lookup_id: plan.body.lookup_id, card_lookup_id, start_date: Date.now() + 86_400_000 };
	const made = await call("POST", "/subscription", request);
	expect(made.status, made.text).toBe(200);
	const [subscription] = made.body.subscriptions as { lookup_id: string }[];
	for (const metadata of metadataOf(marks.inFreeText)) {
		await call("POST", "/subscription", { ...request, metadata });
		await call("PATCH", `${customerPath}/subscription/${subscription?.lookup_id}`, { metadata });
	}
	for (const [name, text] of [
		["description", marks.inFreeText.value],
		["email", `${marks.inFreeText.value}@example.com`],
		["card_lookup_id", marks.visa.value],
	]) {
		await call("POST", "/subscription", { ...request, [String(name)]: text });
		await call("PATCH", `${customerPath}/subscription/${subscription?.lookup_id}`, { [String(name)]: text });
	}
}

/** Charges, holds and loses new, stored and default cards, then captures, refunds and voids. */
async function liveThroughCharges(): Promise<void> {
	const call = async (path: string, body: object) => {
		const answer = await send(`${gateway.url}${path}`, {
			method: "POST",
			headers: { Authorization: `Bearer ${bearer.value}`, "Content-Type": "application/json" },
			body: JSON.stringify(body),
		});
		answers.push({ what: `POST ${path}`, answer });
		return answer;
	};
	const customer = (await call("/customer-service/customer", { email: "ada@example.com" })).body.lookup_id;
	const [sale, hold] = ["sale", "authorize"].map((name) => `/transaction-service/${name}/customer/${customer}`);
	const follow = async (operation: string, { body }: Answer, amount: number) =>
		call(`/transaction-service/${operation}/${body.transaction_id}`, { amount });
	const fresh = { currency: "CAD", ...cardFields(marks.visa) };
	const sold = await call(`${sale}`, { amount: 31, ...fresh });
	await call(`${sale}`, { amount: 30, currency: "CAD", ...cardFields(marks.mastercard) });
	await call(`${sale}`, { amount: 31, currency: "CAD", ...cardFields(marks.answerLost) });
	const held = await call(`${hold}`, { amount: 31 });
	const captured = await follow("capture", held, 31);
	const followed = [await follow("refund", sold, 11), await follow("refund", captured, 11)];
	// With the short time limit, a busy machine may miss one of the answers.
	expect([sold, held, captured, ...followed].map(({ status }) => status)).toContain(200);
	await follow("void", await call(`${sale}`, { amount: 33 }), 33);
	const authenticated = (three_d_secure: object | string) =>
		call(salePath, { amount: 31, ...cardFields(marks.challenged), three_d_secure });
	await authenticated("auto");
	await authenticated({ version: "2.2.0", eci: "05", status: "Y", cavv: cavv.value });
	const fields = { creq: marks.visa.value, code: marks.mastercard.value };
	const { status = 0, text } = await askBank({ port }, "/bank/answer", { fields });
	answers.push({ what: "the bank's page", answer: { status, headers: new Headers(), text, body: {} } });
}

/** Sends money to a bank account, again with the same key, and to invalid accounts. */
async function sendMoney(): Promise<void> {
	const call = async (path: string, body: object, headers: Record<string, string> = {}) => {
		const answer = await send(`${gateway.url}${path}`, {
			method: "POST",
			headers: { Authorization: `Bearer ${bearer.value}`, "Content-Type": "application/json", ...headers },
			body: JSON.stringify(body),
		});
		answers.push({ what: `POST ${path}`, answer });
		return answer;
	};
	const customer = (await call("/customer-service/customer", { email: "payee@example.com" })).body.lookup_id;
	const path = `/transaction-service-vt/eft/send/${customer}`;
	const { value } = marks.bankAccount;
	const order = { amount: 5, transit_number: "10202", institution_number: "004", account_number: value };
	const sent = await call(path, order, { "Idempotency-Key": "sent-once" });
	expect(sent.status, sent.text).toBe(200);
	await call(path, order, { "Idempotency-Key": "sent-once" });
	await call(path, { ...order, amount: 6 }, { "Idempotency-Key": "sent-once" });
	await call(path, { ...order, amount: 900_000 });
	expect((await call(path, { ...order, metadata: { account: value } })).status).toBe(400);
	for (const account_number of [
		`${value}0`,
		`${value.slice(0, 6)} ${value.slice(6)}`,
		Number(value),
		[value],
		{ value },
	]) {
		expect((await call(path, { ...order, account_number })).status).toBe(400);
	}
	for (const field of ["transit_number", "institution_number"]) await call(path, { ...order, [field]: value });
}

/** Types the number of a bank account into each field of the payer's page, wrong and right. */
async function askForMoney(): Promise<void> {
	const post = async (path: string, body: object) => {
		const headers = { Authorization: `Bearer ${bearer.value}`, "Content-Type": "application/json" };
		return send(`${gateway.url}${path}`, { method: "POST", headers, body: JSON.stringify(body) });
	};
	const email = "asked@example.com";
	const customer = (await post("/customer-service/customer", { email })).body.lookup_id;
	await post(`/transaction-service-vt/eft/request/${customer}`, { amount: 5 });
	const link = await vi.waitFor(async () => {
		const mails = JSON.parse((await readMailbox()).text) as { to: string[]; text: string }[];
		const [path] = /\/pay\/\S+/.exec(mails.find(({ to }) => to.includes(email))?.text ?? "") ?? [];
		if (path === undefined) throw new Error("The mail has not come yet.");
		return path;
	}, 20_000);
	const payer = staffBrowser(gateway.url);
	const { value } = marks.bankAccount;
	const right = {
		holder: "Ada",
		agree: "yes",
		transit_number: "10202",
		institution_number: "004",
		account_number: value,
	};
	const wrong = Object.keys(right).map((field) => ({ ...right, agree: "", [field]: `${value}x` }));
	for (const fields of [...wrong, right]) {
		await payer.get(link);
		answers.push({ what: `POST ${link}`, answer: await payer.submit(fields) });
	}
	expect(answers.at(-1)?.answer.status).toBe(303);
	answers.push({ what: `GET ${link}`, answer: await payer.get(link) });
}

/** A payment fails until its subscription is suspended, and a card expires, so that each dunning mail is sent. */
async function liveThroughDunning(): Promise<void> {
	const call = async (path: string, body: object) => {
		const answer = await send(`${gateway.url}${path}`, {
			method: "POST",
			headers: { Authorization: `Bearer ${bearer.value}`, "Content-Type": "application/json" },
			body: JSON.stringify(body),
		});
		answers.push({ what: `POST ${path}`, answer });
		return answer.body;
	};
	const day = 24 * 3_600_000;
	const now = Number((await call("/sandbox/clock", { advance_ms: 1 })).now);
	const inTwoMonths = new Date(now + 60 * day);
	// Even dollars, which are declined (soft).
	const terms = { name: "Gold", amount: 30, currency: "CAD", frequency: "ANNUALLY" };
	const { lookup_id: plan_lookup_id } = await call("/plan-service/plan", terms);
	const { lookup_id: customer } = await call("/customer-service/customer", { email: "noticed@example.com" });
	const { cards } = await call(`/customer-service/customer/${customer}/card`, {
		...cardFields(marks.visa),
		card_expiry_month: String(inTwoMonths.getUTCMonth() + 1).padStart(2, "0"),
		card_expiry_year: String(inTwoMonths.getUTCFullYear()).slice(2),
	});
	const card_lookup_id = (cards as { lookup_id: string }[]).at(-1)?.lookup_id;
	const subscription = { plan_lookup_id, card_lookup_id, start_date: now + day, description: "For a team" };
	await call("/customer-service/customer/subscription", subscription);
	await call("/sandbox/clock", { advance_ms: 60 * day });
	// With the short time limit, recovery may find one of the declines later.
	await queryHolds("select count(*) = 1 from subscriptions where status = 'SUSPENDED' and description = 'For a team'");
	await call("/sandbox/clock", { advance_ms: 31 * day });
}

/** Payers pay, subscribe and add cards on the gateway's pages. */
async function payOnPages(): Promise<void> {
	const { public_key: publicKey, merchant_id: merchantId } = await gateway.demo();
	const keep = (what: string, answer: Answer) => void answers.push({ what, answer });
	ofPayers = await visitPayersPages({ url: gateway.url, bearer, publicKey, merchantId, keep, readMailbox });
	cardTokens.push(...ofPayers.cardTokens);
}

/** Wrong secrets until the token endpoint limits them. */
async function guessSecrets(): Promise<void> {
	const guess = { grant_type: "client_credentials", client_id: marks.visa.value, client_secret: clientSecret.value };
	for (let time = 1; time <= 25; time++) {
		answers.push({ what: "guessed secret", answer: await requestToken(gateway.url, guess) });
	}
}

/** Statements that fail with the row in their message, without a table, and with a cut connection. */
async function carryThroughDatabaseErrors(): Promise<void> {
	const card = { ...cardFields(marks.mastercard), first_name: customerName.value };
	await execute(database.url, "alter table transactions add constraint hunted check (currency <> 'USD') not valid");
	await sellAndKeep("the database refuses the row", { ...card, currency: "USD" });
	await execute(database.url, "alter table transactions drop constraint hunted");

	await execute(database.url, "alter table transactions rename to transactions_away");
	await sellAndKeep("the table is gone", card);
	await execute(database.url, "alter table transactions_away rename to transactions");

	const sales = Array.from({ length: 10 }, (_, index) => sellAndKeep(`the connection is cut, ${index}`, card));
	await execute(
		database.url,
		"select pg_terminate_backend(pid) from pg_stat_activity where application_name ~ '^cardseal \\d' and pid <> pg_backend_pid()",
	);
	await Promise.all(sales);
}

async function carryThroughProcessorErrors(): Promise<void> {
	await execute(database.url, "alter table demo_processor.journal rename to journal_away");
	await sellAndKeep("the processor fails", cardFields(marks.visa));
	await execute(database.url, "alter table demo_processor.journal_away rename to journal");
}

/** Kills the gateway while two cards have no outcome, and starts another one (P-05). */
async function crashWhileCharging(): Promise<void> {
	const { public_key } = await gateway.demo();
	const token = await cardToken(public_key, cardFields(marks.answerLost));
	cardTokens.push(secret("card token in a crash", token));
	const lost = [cardFields(marks.answerLost), { token }].map((card) => sell(card).catch(() => undefined));
	await queryHolds("select count(*) = 2 from transactions where status = 'PENDING' and card_suffix = '0259'");
	await gateway.end("SIGKILL");
	await Promise.all(lost);
	log += `${gateway.output()}\n`;
	gateway = spawnGatewayProcess({ dataDirectory, port, environment });
	await gateway.ready();
}

/** A payer whom the bank asked never comes. */
async function everythingSettled(): Promise<void> {
	await queryHolds(
		"select count(*) = 0 from transactions where status = 'PENDING' and transaction_id not in (select transaction_id from payer_actions)",
	);
}

function readMailbox(): Promise<Answer> {
	const headers = { Authorization: `Bearer ${bearer.value}` };
	return send(`${gateway.url}/sandbox/mailbox?limit=1000`, { headers });
}

/** Waits until every receipt is sent, and adds the mail to the searched responses. */
async function readMail(): Promise<void> {
	await queryHolds("select count(*) = 0 from mail_outbox where failed_at is null");
	mail = await readMailbox();
	answers.push({ what: "mail", answer: mail });
}

/** Adds the audit log to the searched responses. */
async function everythingAudited(): Promise<void> {
	const types = ["card.stored", "token.revoked", "client_authentication.failed"].map((type) => `'${type}'`);
	await queryHolds(`select count(distinct type) = ${types.length} from audit_log where type in (${types.join(", ")})`);
}

/** The request log has refused and answered requests, with and without transactions. */
async function requestsLogged(): Promise<void> {
	const kinds = "count(distinct status) > 5 and count(transaction_id) > 5 and count(distinct route) > 20";
	await queryHolds(`select ${kinds} from request_log`);
}

async function scrape(): Promise<void> {
	const metrics = await (await fetch(`${metricsUrl}/metrics`)).text();
	const health = await (await fetch(`${metricsUrl}/readyz?verbose`)).text();
	scrapes += `${metrics.replaceAll(/ \S+$/gm, "")}\n${health.replaceAll(/:\d+/g, "")}\n`;
}

/** Repeats the query until its answer is yes; otherwise divides by zero. */
async function queryHolds(condition: string): Promise<void> {
	await vi.waitFor(() => execute(database.url, `select 1 / (${condition})::int`), { timeout: 30_000, interval: 50 });
}

/** Proves that the searches find planted values. */
async function plant(): Promise<void> {
	await execute(database.url, `create table planted as select '${marks.planted.value}' as note`);
}

function isJson(text: string): boolean {
	try {
		JSON.parse(text);
		return true;
	} catch {
		return false;
	}
}

function unplanted(findings: Finding[]): Finding[] {
	return findings.filter(({ mark }) => mark !== marks.planted.name);
}

/** The sandbox keeps its mails, whose readers need the addresses. */
const isMail = ({ mark, place }: Finding) =>
	place.startsWith("public.mailbox.") && ofPayers.mailed.some(({ name }) => name === mark);

describe("the requests", () => {
	test("got every kind of response", () => {
		const statuses = new Set(answers.map(({ answer }) => answer.status));
		expect([...statuses]).toEqual(expect.arrayContaining([200, 204, 400, 401, 402, 404, 405, 409, 413, 415, 429, 500]));
	});

	test("were confirmed by mail, with each card masked", () => {
		expect(mail.status).toBe(200);
		for (const card of ["Visa •••• 1881", "Amex •••• 8431", "UnionPay •••• 0004"]) expect(mail.text).toContain(card);
	});

	test("caused a dunning mail of each kind", () => {
		const told = ["Your payment to Maple", "Your subscription at Maple", "Your card for Maple"];
		for (const subject of told) expect(mail.text).toContain(`Test: ${subject}`);
	});

	test("were approved, declined, and without a known outcome", () => {
		const results = new Set(answers.map(({ answer }) => answer.body.transaction_result));
		expect([...results]).toEqual(expect.arrayContaining(["APPROVED", "DECLINED", "PENDING"]));
	});
});

test("a card number in a free text or a key is refused, and its place is named", () => {
	const refusals = answers.filter(({ what }) => what.startsWith("free text") && what.includes(" in "));
	expect(refusals.length).toBeGreaterThan(0);
	for (const { what, answer } of refusals) {
		expect({ what, status: answer.status, errors: answer.body.errors }).toEqual({
			what,
			status: 400,
			errors: expect.arrayContaining([expect.objectContaining({ field: what.split(" ").at(-1) })]),
		});
	}
	const key = answers.find(({ what }) => what === "free text as key");
	expect(key?.answer.body).toMatchObject({ status: 400, message: expect.stringContaining("Idempotency-Key") });
});

describe("no response", () => {
	/** Without the length, which may be any number of three digits. */
	const headersOf = ({ headers }: Answer) => JSON.stringify([...headers].filter(([name]) => name !== "content-length"));

	/** Each text once, with a request that it answered: documents of 500 kB repeat. */
	const texts = () =>
		new Map(
			answers.flatMap(({ what, answer }) => [headersOf(answer), answer.text].map((text) => [text, what] as const)),
		);
	const search = (wanted: readonly Mark[]) => [...texts()].flatMap(([text, what]) => searchText(text, wanted, what));

	test("P-02 P-06 repeats a card number or a security code, in its body or its headers", () => {
		expect(search(Object.values(marks))).toEqual([]);
	});

	test("T-15 O-46 repeats a card token, a bearer token or a client secret", () => {
		expect(search(secrets())).toEqual([]);
	});

	test("P-06 holds anything that could be a card number, except the documented example", () => {
		const numbers = [...texts().keys()].flatMap(findCardNumbers);
		expect(numbers.filter((number) => number !== "4111111111111111")).toEqual([]);
	});
});

describe("the log", () => {
	test("P-02 P-08 holds no card number and no security code", () => {
		expect(searchText(log, Object.values(marks), "log")).toEqual([]);
	});

	test("P-03 T-15 O-46 holds no card token, no bearer token, no client secret and no address of a payer's page", () => {
		expect(searchText(log, secretsWithPayers(), "log")).toEqual([]);
	});

	test("holds no customer's name, not even from a row that the database refused", () => {
		expect(searchText(log, [customerName], "log")).toEqual([]);
	});

	test("P-42 holds nothing that could be a card number", () => expect(findCardNumbers(log)).toEqual([]));

	test("was given card numbers and secrets, and left them out", () => {
		expect(["[card number]", "[secret]"].filter((censored) => !log.includes(censored))).toEqual([]);
	});

	test("has whole lines only, although one gateway was killed and another one stopped", () => {
		expect(
			log
				.trimEnd()
				.split("\n")
				.filter((line) => !isJson(line)),
		).toEqual([]);
	});

	test("has a line for every request that was answered before the stop", () => {
		const ids = answers.flatMap(({ answer }) => answer.headers.get("X-Request-Id") ?? []);
		const logged = new Set(Array.from(log.matchAll(/"request_id":"([^"]*)"/g), ([, id]) => id));
		expect(ids.filter((id) => !logged.has(id))).toEqual([]);
	});

	test("still reports every failure", () => {
		const tales = [
			/violates check constraint/,
			/does not exist/,
			/the processor failed/,
			/recovered the outcome|could not recover/,
			/token refused/,
		];
		expect(tales.filter((tale) => !tale.test(log))).toEqual([]);
	});
});

describe("metrics and traces", () => {
	const searched = () => ({ scrapes, wire: collector.wire.join("\n") });

	test("P-02 P-03 P-08 T-15 O-46 hold no card number, no security code, no token and no secret", () => {
		for (const [place, text] of Object.entries(searched())) {
			expect(searchText(text, [...Object.values(marks), ...secretsWithPayers()], place)).toEqual([]);
		}
		expect(findCardNumbers(scrapes)).toEqual([]);
	});

	test("hold no customer's name, no merchant and no address of a payer", async () => {
		const { merchant_id, client_id } = await gateway.demo();
		for (const text of Object.values(searched())) {
			expect(searchText(text, [customerName], "telemetry")).toEqual([]);
			expect([merchant_id, client_id, "@example.com"].filter((value) => text.includes(value))).toEqual([]);
		}
	});

	test("tell of every kind of charge", () => {
		const { wire } = searched();
		expect(["declined", "late", "failed"].filter((result) => !scrapes.includes(`result="${result}"`))).toEqual([]);
		expect(["read card", "write pending", "processor", "write outcome"].filter((name) => !wire.includes(name))).toEqual(
			[],
		);
	});
});

describe("the database", () => {
	test("P-02 P-03 T-15 O-46 holds no card number, no security code, no token and no secret", () => {
		expect(unplanted(inDatabase).filter((finding) => !isMail(finding))).toEqual([]);
	});

	test("has the addresses of payers' pages that were mailed, in the sandbox's mailbox", () => {
		const found = new Set(inDatabase.filter(isMail).map(({ mark }) => mark));
		expect([...found].sort()).toEqual(ofPayers.mailed.map(({ name }) => name).sort());
	});

	test("keeps what a merchant's server answered, without a card number or its secret", () => {
		expect(responses).toEqual(["[secret] [card number]"]);
	});

	test("gives up a planted one to the search", () => {
		expect(inDatabase).toContainEqual({ mark: marks.planted.name, form: "text", place: "public.planted.note" });
	});
});

describe("PostgreSQL's files: data pages, write-ahead log and its own log", () => {
	test("P-05 P-10 hold no card number, no security code, no token and no secret", () => {
		expect(unplanted(inFiles)).toEqual([]);
	});

	test("give up a planted one to the search, in a data page and in the write-ahead log", () => {
		const places = inFiles.filter(({ mark }) => mark === marks.planted.name).map(({ place }) => place);
		expect(places).toContainEqual(expect.stringMatching(/cluster\/base\//));
		expect(places).toContainEqual(expect.stringMatching(/cluster\/pg_wal\//));
	});

	test("hold a log without a card number", async () => {
		const serverLog = await readFile(join(dataDirectory, "postgres/server.log"), "utf8");
		expect(serverLog).toMatch(/database system is ready/);
		// Without the ids of its processes, which may be a security code by chance.
		const words = serverLog.replaceAll(/\[\d+\]/g, "");
		expect(searchText(words, [...Object.values(marks), ...secretsWithPayers()], "server.log")).toEqual([]);
	});
});
