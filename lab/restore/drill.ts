/**
 * `npm run lab -- restore-drill [--seconds 30] [--subscriptions 100] [--writers 4]`: a restore to a point in time, with real servers.
 *
 * Two gateways sell, bill and pay by bank files. A base backup is taken, and the write-ahead log is archived. PostgreSQL is killed and
 * restored to the middle under the running gateways. They must notice it; after `restore reconcile` and `restore finish` the books equal
 * the acquirer's, each period is charged once, no repeated request charges twice, no token is taken twice, no bank file has the number of another one, and no payment is in
 * two files.
 */
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { parseArgs } from "node:util";
import { encryptCard } from "@cardseal/encrypt";
import { createVault, generateMasterKey } from "@cardseal/vault";
import { readConfig } from "../../apps/gateway/src/index.ts";
import { systemClock } from "../../packages/platform/src/clock.ts";
import { openDatabase } from "../../packages/platform/src/db/database.ts";
import { startAcquirer } from "../../packages/processor-kit/src/acquirer.ts";
import { addLiveMerchant, type LiveMerchant, liveCards } from "../../test/faults/live/live-merchant.ts";
import { bankEnvironment, createBank } from "../../test/faults/restore/bank.ts";
import { freePort, type GatewayProcess, spawnGatewayProcess } from "../../test/fixtures/gateway-process.ts";
import { createTestOperator } from "../../test/fixtures/operator.ts";
import type { AllTables } from "../../test/fixtures/tables.ts";
import { startCluster } from "./cluster.ts";

const { values } = parseArgs({
	options: {
		seconds: { type: "string", default: "30" },
		subscriptions: { type: "string", default: "100" },
		writers: { type: "string", default: "4" },
	},
});
const seconds = Number(values.seconds);
const subscriptions = Number(values.subscriptions);
const writers = Number(values.writers);

const clocks = { business: systemClock, real: systemClock };
const renewalCents = 7_100;
/** Bank payments that are made and written to a file in the lost window. */
const lostPayments = 2;
const [cardNumber] = liveCards;
const cardFields = { card_number: cardNumber, card_expiry_month: "08", card_expiry_year: "31", cvv2: "123" };

const directory = await mkdtemp(join(tmpdir(), "cardseal-drill-"));
const say = (line: string) => process.stdout.write(`${line}\n`);
const startedAt = performance.now();
const since = () => `${((performance.now() - startedAt) / 1_000).toFixed(1)} s`;

interface Answer {
	status: number;
	body: Record<string, unknown>;
}

function clientOf(urls: string[], merchant: LiveMerchant) {
	const tokens = new Map<string, string>();
	let turn = 0;
	async function call(path: string, init: RequestInit): Promise<Answer> {
		const url = urls[turn++ % urls.length] ?? "";
		const token = tokens.get(url) ?? (await signIn(url));
		tokens.set(url, token);
		const headers = { Authorization: `Bearer ${token}`, "Content-Type": "application/json", ...init.headers };
		const response = await fetch(`${url}${path}`, { ...init, headers });
		return { status: response.status, body: (await response.json()) as Answer["body"] };
	}
	async function signIn(url: string): Promise<string> {
		const { client_id, client_secret } = merchant;
		const body = new URLSearchParams({ grant_type: "client_credentials", client_id, client_secret });
		const response = await fetch(`${url}/oauth/token`, { method: "POST", body });
		return ((await response.json()) as { access_token: string }).access_token;
	}
	return {
		post: (path: string, body: object, key?: string) =>
			call(path, {
				method: "POST",
				body: JSON.stringify(body),
				headers: key === undefined ? {} : { "Idempotency-Key": key },
			}),
		get: (path: string) => call(path, {}),
	};
}

async function requireOk(answer: Promise<Answer>): Promise<Answer["body"]> {
	const { status, body } = await answer;
	if (status !== 200) throw new Error(`${status}: ${JSON.stringify(body)}`);
	return body;
}

const acquirer = await startAcquirer({ now: systemClock.now });
const cluster = await startCluster(directory, await freePort());
const masterKey = generateMasterKey();
const masterKeyFile = join(directory, "master.key");
await writeFile(masterKeyFile, masterKey, { mode: 0o600 });

const environment = {
	SANDBOX: "0",
	DATABASE_URL: cluster.url,
	DATABASE_CONNECTIONS: "8",
	MASTER_KEY_FILE: masterKeyFile,
	PROCESSORS_MODULE: join(import.meta.dirname, "../../test/faults/live/processors.ts"),
	LIVE_ACQUIRER_URL: acquirer.network.url,
	LOG_LEVEL: "warn",
	NODE_ENV: "test",
	...bankEnvironment,
};
process.env.LIVE_ACQUIRER_URL = acquirer.network.url;

const started: GatewayProcess[] = [];

async function startOne(name: string): Promise<GatewayProcess> {
	const dataDirectory = join(directory, name);
	await mkdir(dataDirectory);
	const gateway = spawnGatewayProcess({ dataDirectory, port: await freePort(), environment });
	started.push(gateway);
	for (;;) {
		if (
			await fetch(`${gateway.url}/readyz`).then(
				({ ok }) => ok,
				() => false,
			)
		)
			return gateway;
		await delay(200);
	}
}

async function withTables<Result>(work: (tables: AllTables) => Promise<Result>): Promise<Result> {
	const tables: AllTables = openDatabase({ url: cluster.url, maximumConnections: 2 }).withTables();
	try {
		return await work(tables);
	} finally {
		await tables.destroy();
	}
}

function runOperator(...words: string[]) {
	return withTables((tables) => {
		const createOperatorVault = () =>
			createVault({ database: tables.withTables(), masterKey, businessNow: systemClock.now, realNow: systemClock.now });
		const config = readConfig({ ...environment, DATA_DIR: join(directory, "first") });
		const context = { config, createVault: createOperatorVault };
		return createTestOperator({ database: tables.withTables(), clocks }, context).run(...words);
	});
}

const booked = async () => {
	const all = await Promise.all(
		(await acquirer.references()).map(async (reference) =>
			(await acquirer.booked(reference)).map((entry) => ({ reference, ...entry })),
		),
	);
	return all.flat().filter(({ operation, result }) => operation !== "verification" && result === "approved");
};

const writtenBy = ({ json }: { json: unknown }) => (json as { written: number }).written;
const openOf = ({ json }: { json: unknown }) => (json as { open: { about: string }[] }).open.map(({ about }) => about);

const problems: string[] = [];
const check = (what: string, isRight: boolean) => {
	say(`${isRight ? "right" : "WRONG"}: ${what}`);
	if (!isRight) problems.push(what);
};

try {
	const gateways = [await startOne("first"), await startOne("second")];
	const merchant = await withTables((tables) => addLiveMerchant({ tables, masterKey, clocks, acquirer }));
	const client = clientOf(
		gateways.map(({ url }) => url),
		merchant,
	);
	say(`${since()}: two gateways run`);

	// The subscriptions fall due at different moments, before and after the restored time.
	const plan = { name: "Coffee", amount: renewalCents / 100, currency: "CAD", frequency: "DAILY" };
	const { lookup_id: planId } = await requireOk(client.post("/plan-service/plan", plan));
	const customer = await requireOk(client.post("/customer-service/customer", { email: "ada@example.com" }));
	const { card_lookup_id: cardId } = await requireOk(
		client.post(`/customer-service/customer/${customer.lookup_id}/card`, cardFields),
	);
	const firstDue = Date.now() + 5_000;
	for (let count = 0; count < subscriptions; count++) {
		// The last third falls due after the restore.
		const start_date = firstDue + Math.round((count / subscriptions) * 3_000 * seconds);
		const body = { plan_lookup_id: planId, card_lookup_id: cardId, start_date };
		await requireOk(client.post("/customer-service/customer/subscription", body));
	}
	say(`${since()}: ${subscriptions} subscriptions`);

	const bank = await createBank({ merchant, withTables, runOperator, post: client.post });
	await bank.send(1);
	await bank.batch();

	const approved: string[] = [];
	const tokens: string[] = [];
	/** The ids of sales by their Idempotency-Keys. */
	const keyed = new Map<string, string>();
	let orders = 0;
	let refused = 0;
	let isSelling = true;
	const sell = async () => {
		while (isSelling) {
			const isToken = Math.random() < 0.5;
			const token = isToken
				? await encryptCard(merchant.public_key, { number: cardNumber, month: "08", year: "31", securityCode: "123" })
				: undefined;
			const key = isToken ? undefined : `order ${++orders}`;
			const answer = await client
				.post("/transaction-service/sale", { amount: 31, ...(token === undefined ? cardFields : { token }) }, key)
				.catch(() => ({ status: 0, body: {} as Answer["body"] }));
			if (answer.status !== 200) {
				refused += 1;
				await delay(100);
				continue;
			}
			approved.push(String(answer.body.transaction_id));
			if (token !== undefined) tokens.push(token);
			if (key !== undefined) keyed.set(key, String(answer.body.transaction_id));
			if (approved.length % 5 === 0) {
				await client
					.post(`/transaction-service/refund/${answer.body.transaction_id}`, { amount: 11 })
					.catch(() => undefined);
			}
		}
	};
	const selling = Array.from({ length: writers }, sell);

	await delay(seconds * 250);
	await cluster.backUp();
	await bank.send(2);
	await bank.batch();
	// These wait for a file at the restored time.
	await bank.send(3);
	await delay(seconds * 250);
	const middle = new Date();
	const before = approved.length;
	say(`${since()}: base backup taken; ${before} sales so far`);
	await bank.batch();
	await bank.send(lostPayments);
	await bank.batch();
	await delay(seconds * 500);
	await cluster.archive();
	await delay(1_000);
	const lost = approved.length - before;
	await cluster.restoreTo(middle);
	say(`${since()}: restored to ${middle.toISOString()}; at least ${lost} acknowledged sales are lost`);

	const noticedFrom = performance.now();
	for (;;) {
		const answer = await client
			.post("/transaction-service/sale", { amount: 33, ...cardFields })
			.catch(() => ({ status: 0, body: {} as Answer["body"] }));
		if (answer.body.reason === "restored") break;
		if (performance.now() - noticedFrom > 60_000) throw new Error(`Not noticed: ${JSON.stringify(answer)}`);
		await delay(100);
	}
	say(
		`${since()}: refused as restored, ${Math.round(performance.now() - noticedFrom)} ms after PostgreSQL took connections`,
	);
	isSelling = false;
	await Promise.all(selling);
	await delay(3_000);
	const held = (await booked()).length;
	await delay(3_000);
	check("nothing is charged in restored mode", (await booked()).length === held);
	check("reading works", (await client.get("/transaction-service/transaction")).status === 200);

	const reconciledFrom = performance.now();
	const first = await runOperator("restore", "reconcile");
	say(`${since()}: reconciled in ${Math.round(performance.now() - reconciledFrom)} ms: ${JSON.stringify(first.json)}`);
	const second = await runOperator("restore", "reconcile");
	check("reconciling again writes nothing", writtenBy(second) === 0);
	const [open, openAgain] = [openOf(first), openOf(second)];
	const areLost = open.length === lostPayments && open.every((about) => about.startsWith("aft-"));
	check(`only the ${lostPayments} bank payments that the database lost are open`, areLost);
	check("reconciling again lists the same open items", openAgain.join() === open.join());
	await runOperator("restore", "finish", "--reason", "drill", "--despite-open");
	// The client asks the gateways in turn, and each notices the end by itself.
	for (let inARow = 0; inARow < gateways.length; ) {
		const { status } = await client.post("/transaction-service/sale", { amount: 31, ...cardFields });
		inARow = status === 200 ? inARow + 1 : 0;
		if (status !== 200) await delay(100);
	}
	say(`${since()}: money moves again`);
	await bank.batch();
	await bank.send(2);
	await bank.batch();
	const { files, payments, numbersTwice, paymentsTwice } = bank.received();
	check(`no number of ${files} bank files is used twice (${numbersTwice.length})`, numbersTwice.length === 0);
	check(`none of ${payments} bank payments is in two files (${paymentsTwice.length})`, paymentsTwice.length === 0);
	check("every bank payment is in a file", payments === 8 + lostPayments);

	let taken = 0;
	for (const token of tokens) {
		const { status } = await client.post("/transaction-service/sale", { amount: 31, token });
		if (status === 200) taken += 1;
	}
	check(`none of ${tokens.length} used tokens is taken again (${taken})`, taken === 0);

	let chargedAgain = 0;
	for (const [key, id] of keyed) {
		const { body } = await client.post("/transaction-service/sale", { amount: 31, ...cardFields }, key);
		if (body.transaction_id !== id) chargedAgain += 1;
	}
	check(`none of ${keyed.size} sales is charged again with its key (${chargedAgain})`, chargedAgain === 0);

	// The other subscriptions fall due.
	const until = firstDue + 3_000 * seconds + 60_000;
	const renewals = async () => (await booked()).filter(({ amountCents }) => amountCents === renewalCents).length;
	while (Date.now() < until && (await renewals()) < subscriptions) await delay(500);
	await delay(5_000);
	check(`each of ${subscriptions} periods is charged once (${await renewals()})`, (await renewals()) === subscriptions);

	// Pending ones get their outcome.
	for (let count = 0; count < 60; count++) {
		const left = await withTables((tables) =>
			tables.selectFrom("pending_transactions").select("transaction_id").execute(),
		);
		if (left.length === 0) break;
		await delay(1_000);
	}
	const ours = await withTables((tables) =>
		tables.selectFrom("transactions").select(["type", "transaction_id", "amount_cents", "status"]).execute(),
	);
	const believed = ours
		.filter(({ status }) => status === "APPROVED")
		.map((row) => `${row.type} ${row.transaction_id} ${row.amount_cents}`)
		.sort();
	const theirs = (await booked()).map((entry) => `${entry.operation} ${entry.reference} ${entry.amountCents}`).sort();
	const [here, there] = [new Set(believed), new Set(theirs)];
	const onlyHere = believed.filter((one) => !there.has(one));
	const onlyThere = theirs.filter((one) => !here.has(one));
	check(
		`the books are equal: ${believed.length} here, ${theirs.length} there`,
		onlyHere.length + onlyThere.length === 0,
	);
	for (const one of [
		...onlyHere.map((row) => `only here: ${row}`),
		...onlyThere.map((row) => `only there: ${row}`),
	].slice(0, 10))
		say(one);
	const acknowledged = approved.filter((id) => !ours.some(({ transaction_id }) => transaction_id === id));
	check(`every one of ${approved.length} acknowledged sales is there`, acknowledged.length === 0);
	say(`${since()}: ${refused} requests were refused or failed; ${problems.length} problems`);
	await Promise.all(started.splice(0).map((gateway) => gateway.end("SIGTERM")));
} finally {
	await Promise.all(started.map((gateway) => gateway.end("SIGKILL")));
	await acquirer.stop();
	await cluster.stop().catch(() => undefined);
	await rm(directory, { recursive: true, force: true });
}
process.exit(problems.length === 0 ? 0 : 1);
