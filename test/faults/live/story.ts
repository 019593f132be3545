import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { Secret, TOTP } from "otpauth";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import type { Transaction } from "../../../packages/payments/src/tables.ts";
import {
	type Answer,
	authorizePath,
	type Client,
	cardToken,
	cardWith,
	type JsonObject,
	salePath,
	signIn,
} from "../../fixtures/client.ts";
import type { TestClocks } from "../../fixtures/clock.ts";
import type { TestOperator } from "../../fixtures/operator.ts";
import { type StaffBrowser, staffBrowser } from "../../fixtures/staff/staff-browser.ts";
import { stepUp } from "../../fixtures/staff/staff-member.ts";
import { day, subscribing } from "../../fixtures/subscriptions/subscribing.ts";
import type { AllTables } from "../../fixtures/tables.ts";
import { type Mark, marks, searchDatabase, searchFiles, searchText, secret } from "../../leaks/hunt.ts";
import { liveCards } from "./live-merchant.ts";
import { fieldWords, openWorld, type StoryProcessor, sendWebhooks, type World } from "./world.ts";

const password = "a long walk in the 7 hills";
const card = cardWith(liveCards[0], marks.code.value);
const payer = { first_name: "Grace", ...card };
const disputePath = "/transaction-service/dispute";
const settlementPath = "/transaction-service/settlement";

function ok({ status, text, body }: Answer): JsonObject {
	expect(status, text).toBe(200);
	return body;
}

const idOf = ({ transaction_id }: JsonObject) => String(transaction_id);

/** Tells the life of one merchant, from its first day to its first dispute, outside the sandbox, with a processor over a network. */
export function tellStory(processor: StoryProcessor): void {
	describe(`the story of a merchant at ${processor.name}`, () => storyOf(processor));
}

function storyOf(processor: StoryProcessor): void {
	let world: World;
	let clocks: TestClocks;
	let far: World["far"];
	let operator: TestOperator;
	let tables: AllTables;
	let owner: StaffBrowser;
	let client: Client;
	let merchantId: string;

	beforeAll(async () => {
		world = await openWorld(processor);
		({ clocks, far, operator, tables } = world);
		expect(far.decide !== undefined).toBe(processor.decidesLater);
	});

	afterAll(() => world.close());

	const post = async (path: string, body: JsonObject) => ok(await client.post(path, body));
	const read = async (path: string) => ok(await client.get(path));
	const listed = async (path: string) => (await read(path)).entities as JsonObject[];

	function transactionOf(id: string): Promise<Transaction> {
		return tables.selectFrom("transactions").selectAll().where("transaction_id", "=", id).executeTakeFirstOrThrow();
	}

	/** Returns what the processor got for a transaction. */
	async function sentFor(id: string): Promise<JsonObject> {
		const transaction = await transactionOf(id);
		const { original_id: originalId } = transaction;
		const original = originalId === null ? undefined : await transactionOf(originalId);
		const requests = far.network.received.filter(
			(request) => request.kind === "submit" && processor.isFor(request, transaction, original),
		);
		expect(requests).toHaveLength(1);
		const { readBody = JSON.parse } = processor;
		return readBody(requests[0]?.body ?? "");
	}

	const account = () => tables.selectFrom("processor_accounts").selectAll().executeTakeFirstOrThrow();

	/** Lets real time pass until a condition holds: recovery, processor events and webhooks follow it. */
	function eventually(holds: () => Promise<void>): Promise<void> {
		return vi.waitFor(
			async () => {
				clocks.real.advance(60_000);
				await sendWebhooks(world);
				await holds();
			},
			{ timeout: 30_000, interval: 200 },
		);
	}

	/** Captures, refunds or voids, and waits for the approval. */
	async function change(operation: "capture" | "refund" | "void", original: JsonObject, body: JsonObject) {
		const { text, body: answer } = await client.post(`/transaction-service/${operation}/${idOf(original)}`, body);
		expect(answer.transaction_result, text).toBe(processor.decidesChangesLater ? "PENDING" : "APPROVED");
		if (processor.decidesChangesLater) await eventually(() => approved(answer));
		return answer;
	}

	async function approved(transaction: JsonObject): Promise<void> {
		const { transaction_result: result } = await read(`/transaction-service/transaction/${idOf(transaction)}`);
		expect(result).toBe("APPROVED");
	}

	/** Imports a settlement as a processor's file has it: a row is the item's kind, transaction, amount and fee. */
	async function importSettlement(id: string, rows: readonly string[]): Promise<void> {
		const [path, at] = [join(world.directory, `${id}.csv`), new Date(clocks.business.now()).toISOString()];
		const head = "settlement_id,paid_at,currency,item_id,kind,transaction_id,amount,fee_amount,time";
		const lines = rows.map((row, index) => `${id},${at},CAD,item_${index},${row},${at}`);
		await writeFile(path, [head, ...lines].join("\n"));
		const { account_id: accountId } = await account();
		await operator.run("settlement", "import", path, "--merchant", merchantId, "--account", accountId);
	}

	test("an operator adds a merchant and its processor account, and the owner goes live", async () => {
		const { json } = await operator.run(
			...["merchant", "add", "--name", "North Bakery", "--owner", "ada@north.example", "--owner-name", "Ada Lovelace"],
		);
		const { merchant_id: demoId, invitation_link: link } = json as Record<string, string>;
		owner = staffBrowser(world.url);
		await owner.get(new URL(String(link)).pathname);
		expect((await owner.submit({ name: "Ada Lovelace", password })).status).toBe(303);
		await stepUp(owner, { password });
		const before = ok(await owner.api("GET", "account/live"));
		expect(before.missing).toEqual(["processor", "second_factor"]);

		const { secret: base32 } = ok(await owner.api("POST", "account/second-factor"));
		const totp = new TOTP({ secret: Secret.fromBase32(String(base32)), algorithm: "SHA1", digits: 6, period: 30 });
		const code = totp.generate({ timestamp: clocks.real.now() });
		ok(await owner.api("POST", "account/second-factor/confirm", { code }));

		const add = ["processor", "add", String(demoId), "--processor", processor.name, "--currency", "CAD"];
		const wrong = { ...far.network.account, [processor.wrongField]: "wrong" };
		expect(await operator.refusalOf(...add, ...fieldWords(wrong))).toContain(processor.refusal);
		await operator.run(...add, ...fieldWords(far.network.account));
		expect(ok(await owner.api("GET", "account/live")).missing).toEqual([]);

		clocks.real.advance(30_000);
		await stepUp(owner, { password, code: totp.generate({ timestamp: clocks.real.now() }) });
		merchantId = String(ok(await owner.api("POST", "account/live")).merchant_id);
		expect(merchantId).not.toBe(demoId);
		const added = await operator.run("credential", "add", merchantId, "--name", "shop");
		const credential = added.json as { client_id: string; client_secret: string };
		const { json: merchants } = await operator.run("merchant", "list");
		expect(merchants).toMatchObject({ merchants: expect.arrayContaining([expect.objectContaining({ mode: "live" })]) });
		client = await signIn(world.url, credential);
	});

	test("a shop sells by token; test cards are refused", async () => {
		const { merchant } = ok(await owner.get("/app/live/api/session"));
		const { public_key: publicKey } = merchant as { public_key: string };
		expect(publicKey).toMatch(/^pklive1/);
		const token = await cardToken(publicKey, card);
		const sale = await post(salePath, { amount: 31, token, invoice_id: "N-1", first_name: "Grace" });
		expect(sale).toMatchObject({ transaction_result: "APPROVED", test_mode: false });
		expect(await sentFor(idOf(sale))).toMatchObject(processor.sent.sale);
		const refused = await client.post(salePath, { amount: 31, ...cardWith("4111111111111111") });
		expect([refused.status, refused.body.reason]).toEqual([400, "test_card_at_live_merchant"]);
	});

	test("it authorizes, captures a part and refunds", async () => {
		const hold = await post(authorizePath, { amount: 50, ...payer });
		const capture = await change("capture", hold, { amount: 40 });
		const refund = await change("refund", capture, { amount: 15 });
		const original = await transactionOf(idOf(capture));
		expect(await sentFor(idOf(refund))).toMatchObject(processor.sent.refund(original));
	});

	test("it authorizes and voids", async () => {
		const hold = await post(authorizePath, { amount: 20, ...payer });
		await change("void", hold, {});
	});

	test("it renews a subscription, and each charge of the stored card refers to the first one", async () => {
		const { plan, customer, subscribe } = subscribing(client, () => clocks.business.now());
		const created = await customer(0, { first_name: "Grace" });
		const { cards } = await post(`/customer-service/customer/${created.lookup_id}/card`, card);
		const lookup = (cards as { lookup_id: string }[])[0]?.lookup_id;
		const subscription = await subscribe({ ...created, cards: cards as typeof created.cards }, await plan());
		expect(subscription.card_lookup_id).toBe(lookup);
		const renewals = () =>
			tables.selectFrom("transactions").selectAll().where("channel", "=", "RECURRING").orderBy("id").execute();
		for (const [days, results] of [
			[2, ["APPROVED"]],
			[31, ["APPROVED", "APPROVED"]],
		] as const) {
			clocks.business.advance(days * day);
			const resultsOf = async () => (await renewals()).map(({ status }) => status);
			await expect.poll(resultsOf, { timeout: 30_000 }).toEqual(results);
		}
		for (const { transaction_id } of await renewals()) {
			expect(await sentFor(transaction_id)).toMatchObject(processor.sent.renewal);
		}
	});

	const { elsewhere } = processor;
	if (elsewhere !== undefined) {
		test("F-17 a sale under a rule on AVS is declined, and the processor gives the money back", async () => {
			const rule = { rejects_avs_no_match: true, rejects_cvv_no_match: true };
			await tables.updateTable("merchants").set(rule).where("merchant_id", "=", merchantId).execute();
			const { status, body } = await client.post(salePath, { amount: 33, ...payer, ...elsewhere });
			expect([status, body.decline_code, body.transaction_result]).toEqual([402, "avs_mismatch", "DECLINED"]);
			await eventually(async () => {
				const [last] = await tables.selectFrom("reversals").selectAll().orderBy("operation").limit(1).execute();
				expect(last).toMatchObject({ transaction_id: body.transaction_id, state: "done" });
			});
			ok(await client.post(salePath, { amount: 33, ...payer }));
		});
	}

	test("a late answer is recorded once", async () => {
		far.failNext("submit", "answer_late");
		const late = await client.post(salePath, { amount: 77, ...payer });
		expect([late.status, late.body.transaction_result]).toEqual([402, "PENDING"]);
		await eventually(() => approved(late.body));
		await sentFor(idOf(late.body));
	});

	test("a lost answer is found by our reference, by webhook, or by the operator in the processor's books", async () => {
		far.failNext("submit", "answer_lost");
		const lost = idOf((await client.post(salePath, { amount: 78, ...payer })).body);
		const resultOf = async () => (await read(`/transaction-service/transaction/${lost}`)).transaction_result;
		await eventually(async () => {
			const { json } = await operator.run("transaction", "list");
			const { transactions } = json as { transactions: { transaction_id: string }[] };
			const needsAttention = transactions.some(({ transaction_id }) => transaction_id === lost);
			expect([await resultOf(), needsAttention]).toBeOneOf([
				["APPROVED", false],
				["PENDING", true],
			]);
		});
		if ((await resultOf()) === "PENDING") {
			// The processor's dashboard shows its own id.
			const own = (await far.references()).at(-1) ?? "";
			const found = ["--approved", "--processor-id", own, "--reason", "Found in the dashboard"];
			await operator.run("transaction", "resolve", lost, ...found);
		}
		expect(await resultOf()).toBe("APPROVED");
	});

	if (processor.decidesLater) {
		test("an accepted sale gets the outcome that is decided later", async () => {
			far.failNext("submit", "accepted");
			const accepted = await client.post(salePath, { amount: 12, ...payer });
			expect(accepted.body.transaction_result).toBe("PENDING");
			far.decide?.(idOf(accepted.body), "declined");
			const decided = `/transaction-service/transaction/${idOf(accepted.body)}`;
			await eventually(async () => expect((await read(decided)).transaction_result).toBe("DECLINED"));
		});
	}

	test("a dispute arrives from the processor, or as a withdrawal in its settlement", async () => {
		const disputed = await post(salePath, { amount: 79, ...payer });
		if (far.events?.dispute !== undefined) {
			far.events.dispute(idOf(disputed), "open");
			await eventually(async () => {
				expect(await listed(disputePath)).toMatchObject([
					{ transaction_id: idOf(disputed), status: "open", amount: 79 },
				]);
			});
			return;
		}
		await importSettlement("withdrawn", [`dispute,${idOf(disputed)},-79.00,15.00`]);
		expect(await listed(`${settlementPath}?transaction_id=${idOf(disputed)}`)).toMatchObject([
			{ amount: -79, fee_amount: 15, net_amount: -94, processor: processor.name },
		]);
		expect(await listed(disputePath)).toEqual([]);
	});

	test("in the end the merchant's books agree with the processor's, and the settlement is in both", async () => {
		const entries = await Promise.all(
			(await far.references()).map(async (reference) => ({ reference, booked: await far.booked(reference) })),
		);
		const theirs = entries.flatMap(({ reference, booked }) =>
			booked
				.filter(({ result, operation }) => result === "approved" && operation !== "verification")
				.map(({ operation, amountCents }) => `${operation} ${reference} ${amountCents}`),
		);
		const rows = await tables.selectFrom("transactions").selectAll().execute();
		const reversals = await tables.selectFrom("reversals").selectAll().where("state", "=", "done").execute();
		const reversed = reversals.flatMap(({ transaction_id: id, reference, operation }) => {
			const charge = rows.filter(({ transaction_id }) => transaction_id === id);
			return charge.flatMap((row) => [row, { ...row, type: operation, transaction_id: reference }]);
		});
		const ours = [...rows.filter(({ status }) => status === "APPROVED"), ...reversed].map(
			(row) => `${row.type} ${processor.bookId(row)} ${row.amount_cents}`,
		);
		expect(ours.sort()).toEqual(theirs.sort());
		expect(rows.filter(({ status }) => status === "PENDING")).toEqual([]);

		const isRefunded = reversals.some(({ operation }) => operation === "refund");
		const settled = [
			...rows.filter(({ type, status }) => status === "APPROVED" && /sale|capture|refund/.test(type)),
			...(isRefunded ? reversed : []),
		];
		const signed = ({ type, amount_cents }: Transaction) => (type === "refund" ? -amount_cents : amount_cents);
		if (far.events !== undefined) {
			far.events.settle(settled.map(({ transaction_id }) => transaction_id));
		} else {
			const itemOf = (row: Transaction) =>
				`${row.type === "refund" ? "refund" : "payment"},${row.transaction_id},${(signed(row) / 100).toFixed(2)},0.30`;
			await importSettlement("all", [...settled.map(itemOf), "fee,,-1.00,0.00"]);
		}
		const settlement = async () => {
			const found = await listed(`${settlementPath}?transaction_id=${settled[0]?.transaction_id}`);
			expect(found).toMatchObject([{ processor: processor.name, currency: "CAD" }]);
			return found[0] as Record<string, number>;
		};
		await eventually(async () => void (await settlement()));
		const gross = settled.reduce((cents, row) => cents + signed(row), 0);
		const { amount, fee_amount, net_amount } = await settlement();
		const [before, fees, net] = [amount, fee_amount, net_amount].map((dollars) => Math.round(Number(dollars) * 100));
		// The processor takes 30 cents for each, and a dollar for the settlement. Some tell the fees of a day in one item.
		const each = 30 * settled.length;
		expect([before, fees, net]).toBeOneOf([
			[gross - 100, each, gross - 100 - each],
			[gross - 100 - each, 0, gross - 100 - each],
		]);
		const days = [-90, 90].map((count) => new Date(clocks.business.now() + count * day).toISOString().slice(0, 10));
		const period = ["--from", String(days[0]), "--to", String(days[1])];
		const { json } = await operator.run("reconcile", ...period, "--merchant", merchantId);
		expect(json).toMatchObject({ matched: settled.length, open: [], events: [] });
	});

	test("P-02 neither its cards nor the account's secrets are in the log, the database or the gateway's files", async () => {
		const number: Mark = { name: "the card number", kind: "number", value: card.card_number };
		const { shown_fields: shown } = await account();
		const hidden = Object.entries(far.network.account).filter(([name]) => !(name in shown));
		const wanted = [number, marks.code, ...hidden.map(([name, value]) => secret(name, value))];
		const logged = world.logged.join("");
		expect(searchText(logged, wanted, "log")).toEqual([]);
		expect(logged).toContain("transaction-service/sale");
		expect(await searchDatabase(world.database.url, wanted)).toEqual([]);
		expect(await searchFiles(world.directory, wanted)).toEqual([]);
		// The search would find them: the wire has them.
		const wire = far.network.received.map(({ body }) => body).join("\n");
		expect(searchText(wire, [number], "wire")).toHaveLength(1);
	});
}
