import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { auditEvents } from "../../../../test/fixtures/audit-events.ts";
import { insertMerchant } from "../../../../test/fixtures/builders.ts";
import { testClocks } from "../../../../test/fixtures/clock.ts";
import { createTestOperator, type TestOperator } from "../../../../test/fixtures/operator.ts";
import { approvedTransaction } from "../../../../test/fixtures/payments/transaction.ts";
import { openTestTables, type TestTables } from "../../../../test/fixtures/tables.ts";
import { newLookupId } from "../../../platform/src/ids.ts";
import type { Transaction } from "../tables.ts";
import { exportSettlement } from "./export-settlement.ts";

const columns = "settlement_id,paid_at,currency,item_id,kind,transaction_id,amount,fee_amount,time";
const noon = "2026-11-21T12:00:00Z";
const period = ["--from", "2026-11-21", "--to", "2026-11-21"];

let tables: TestTables;
let directory: string;
let operator: TestOperator;
let merchantId: number;
let publicId: string;

beforeAll(async () => {
	tables = await openTestTables();
	directory = await mkdtemp(join(tmpdir(), "cardseal-settlements-"));
});

afterAll(async () => {
	await tables.drop();
	await rm(directory, { recursive: true });
});

beforeEach(async () => {
	operator = createTestOperator({ database: tables.database.withTables(), clocks: testClocks() });
	publicId = newLookupId();
	merchantId = await insertMerchant(tables.database, { merchant_id: publicId, time_zone: "UTC" });
});

/** Inserts a sale of 10.99 CAD at noon of the day. */
async function insertSale(changes: Partial<Transaction> = {}): Promise<string> {
	const { id: _id, ...row } = approvedTransaction({
		transaction_id: newLookupId(),
		merchant_id: merchantId,
		created_at: Date.parse(noon),
		decided_at: Date.parse(noon),
		...changes,
	});
	await tables.database.insertInto("transactions").values(row).execute();
	return row.transaction_id;
}

let items = 0;

/** A row of the file: 10.99 CAD less 0.62, unless changed. */
function row(
	changes: Partial<Record<"settlement" | "kind" | "reference" | "amount" | "fee" | "currency", string>>,
): string {
	const { settlement = "s1", kind = "payment", reference = "", amount = "10.99", fee = "0.62" } = changes;
	const { currency = "CAD" } = changes;
	return [settlement, noon, currency, `i${++items}`, kind, reference, amount, fee, noon].join(",");
}

async function fileOf(...rows: string[]): Promise<string> {
	const path = join(directory, `${newLookupId()}.csv`);
	await writeFile(path, `${[columns, ...rows].join("\n")}\n`);
	return path;
}

const importFile = (path: string) => operator.run("settlement", "import", path, "--merchant", publicId);
const refusalOf = (path: string) => operator.refusalOf("settlement", "import", path, "--merchant", publicId);
const reconcile = () => operator.run("reconcile", ...period, "--merchant", publicId);

async function settlementsOf() {
	return tables.database
		.selectFrom("settlements")
		.select(["processor_settlement_id", "processor", "net_cents", "items"])
		.where("merchant_id", "=", merchantId)
		.orderBy("processor_settlement_id")
		.execute();
}

describe("npm run admin -- settlement import", () => {
	test("records each settlement of a file, and nothing when it is imported again", async () => {
		const file = await fileOf(row({}), row({ kind: "refund", amount: "-1.00", fee: "0" }), row({ settlement: "s2" }));
		expect((await importFile(file)).json).toMatchObject({ settlements: 2, recorded_before: 0, items: 3 });
		const again = await importFile(file);
		expect(again.json).toMatchObject({ settlements: 0, recorded_before: 2 });
		expect(again.text).toContain("Settlements: 0 imported, 2 recorded before.");
		expect(await settlementsOf()).toEqual([
			{ processor_settlement_id: "s1", processor: "import", net_cents: 937, items: 2 },
			{ processor_settlement_id: "s2", processor: "import", net_cents: 1037, items: 1 },
		]);
		const events = await auditEvents(tables.database, { object: publicId });
		expect(events.map(({ type, details }) => [type, details])).toEqual([
			["settlements.imported", { settlements: 2, items: 3 }],
		]);
	});

	test("takes the processor's own ids instead of ours, a refund's apart from its charge's", async () => {
		const sale = await insertSale({ processor_transaction_id: "far_1" });
		const refund = await insertSale({ type: "refund", original_id: sale, processor_transaction_id: "far_1" });
		const file = await fileOf(
			row({ reference: "far_1" }),
			row({ kind: "refund", reference: "far_1", amount: "-10.99", fee: "0" }),
			row({ reference: "far_9" }),
			row({ reference: sale, kind: "dispute", amount: "-10.99", fee: "0" }),
		);
		await importFile(file);
		const items = await tables.database
			.selectFrom("settlement_items")
			.select(["kind", "reference"])
			.where("merchant_id", "=", merchantId)
			.execute();
		expect(items).toEqual(
			expect.arrayContaining([
				{ kind: "payment", reference: sale },
				{ kind: "refund", reference: refund },
				{ kind: "payment", reference: "far_9" },
				{ kind: "dispute", reference: sale },
			]),
		);
	});

	test.each([
		["an amount", () => row({ amount: "ten" }), /Row 3 cannot be read\. amount: Write an amount/],
		["a kind", () => row({ kind: "gift" }), /Row 3 cannot be read\. kind/],
		["a negative fee", () => row({ fee: "-1" }), /Row 3 .*0 or more/],
		["a card number", () => row({ reference: "4111111111111111" }), /Row 3 .*card number/],
		["another currency in a settlement", () => row({ currency: "USD" }), /differ in paid_at or currency/],
		["a cell too many", () => `${row({})},more`, /Row 3 .*too many cells/],
	])("P-13 N-04 refuses the whole file for %s", async (_what, wrong, says) => {
		expect(await refusalOf(await fileOf(row({}), wrong()))).toMatch(says);
		expect(await settlementsOf()).toEqual([]);
	});

	test("refuses a file that changes a recorded settlement, and records none of its others", async () => {
		await importFile(await fileOf(row({})));
		const changed = await fileOf(row({ settlement: "s0" }), row({ amount: "20.00" }));
		expect(await refusalOf(changed)).toContain("another content");
		expect((await settlementsOf()).map(({ processor_settlement_id: id }) => id)).toEqual(["s1"]);
	});

	test("X-34 imports what was exported as the same settlement, whatever its ids begin with", async () => {
		const ids = ["=1+1", "'=1+1", "-s;=2", "''+3"];
		await importFile(await fileOf(...ids.map((reference) => row({ settlement: "@s", reference }))));
		const recorded = await tables.database
			.selectFrom("settlements")
			.selectAll()
			.where("merchant_id", "=", merchantId)
			.executeTakeFirstOrThrow();
		const path = join(directory, "exported.csv");
		await writeFile(path, exportSettlement(tables.database.withTables(), recorded));
		expect((await importFile(path)).json).toMatchObject({ settlements: 0, recorded_before: 1, items: ids.length });
	});

	test("refuses another account than the merchant's", async () => {
		const refusal = await operator.refusalOf(
			"settlement",
			"import",
			"x",
			"--merchant",
			publicId,
			"--account",
			"nobody's",
		);
		expect(refusal).toBe("The merchant has no account with this id.");
	});
});

describe("npm run admin -- reconcile", () => {
	test("ends well when everything is matched, and shows the ledger", async () => {
		const [sale, refund] = [await insertSale(), await insertSale({ type: "refund", original_id: newLookupId() })];
		await insertSale({ status: "DECLINED" });
		await insertSale({ voided_by: newLookupId() });
		await importFile(
			await fileOf(row({ reference: sale }), row({ kind: "refund", reference: refund, amount: "-10.99", fee: "0" })),
		);
		const { isComplete, json } = await reconcile();
		expect(json).toMatchObject({
			matched: 2,
			open: [],
			events: [],
			ledger: [
				{ account: "bank", currency: "CAD", amount: -0.62 },
				{ account: "fees", currency: "CAD", amount: 0.62 },
			],
		});
		expect(isComplete).toBe(true);
	});

	test("names what differs, is missing on either side, or is settled twice, and ends with 1", async () => {
		const [other, currency, voided, twice, missing] = await Promise.all([
			insertSale(),
			insertSale({ currency: "USD" }),
			insertSale({ voided_by: newLookupId() }),
			insertSale(),
			insertSale(),
		]);
		const unknown = newLookupId();
		await importFile(
			await fileOf(
				row({ reference: other, amount: "10.98" }),
				row({ reference: currency }),
				row({ reference: voided }),
				row({ reference: twice }),
				row({ reference: twice, settlement: "s2" }),
				row({ reference: unknown }),
			),
		);
		const { isComplete, json, text } = await reconcile();
		const { open } = json as { open: { verdict: string; reference: string }[] };
		expect(Object.fromEntries(open.map(({ verdict, reference }) => [reference, verdict]))).toEqual({
			[other]: "different",
			[currency]: "different",
			[voided]: "different",
			[twice]: "duplicate",
			[missing]: "missing_there",
			[unknown]: "missing_here",
		});
		expect(isComplete).toBe(false);
		expect(text).toContain(`missing there  ${missing}`);
	});

	test("shows processor events that the operator must look at", async () => {
		await tables.database
			.insertInto("received_notices")
			.values({
				merchant_id: merchantId,
				processor: "far",
				account: "",
				notice_id: "n1",
				kind: "dispute",
				body: "{}",
				state: "unmatched",
				problem: "There is no transaction with this reference.",
				next_attempt_at: 0,
				received_at: Date.parse(noon),
			})
			.execute();
		const { isComplete, text } = await reconcile();
		expect(isComplete).toBe(false);
		expect(text).toContain("processor event unmatched  dispute  far  n1");
	});

	test.each([
		["a wrong day", ["--from", "2026-02-30", "--to", "2026-03-01"], "--from takes a day"],
		["an end before the start", ["--from", "2026-11-22", "--to", "2026-11-21"], "--to is before --from."],
	])("refuses %s", async (_what, words, says) => {
		expect(await operator.refusalOf("reconcile", ...words)).toContain(says);
	});
});
