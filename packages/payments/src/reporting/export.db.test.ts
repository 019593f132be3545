import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { approvedTransaction } from "../../../../test/fixtures/payments/transaction.ts";
import { openTestTables, type TestTables } from "../../../../test/fixtures/tables.ts";
import { exportTransactions } from "./export.ts";

let tables: TestTables;

const count = 1_800;
const merchantId = 7;

beforeAll(async () => {
	tables = await openTestTables();
	const rows = Array.from({ length: count }, (_, index) => {
		const { id: _id, ...row } = approvedTransaction({
			transaction_id: String(index).padStart(20, "0"),
			merchant_id: index % 2 === 0 ? merchantId : 8,
			first_name: "=1+1",
			// Many at one time: pages must not lose rows with equal times.
			created_at: 1_795_219_200_000 + Math.floor(index / 700),
		});
		return row;
	});
	for (let from = 0; from < count; from += 600) {
		await tables.database
			.insertInto("transactions")
			.values(rows.slice(from, from + 600))
			.execute();
	}
});

afterAll(() => tables.drop());

const filters = { merchantId, timeZone: "UTC" };

async function linesOf(pieces: AsyncIterable<string>): Promise<string[]> {
	let text = "";
	for await (const piece of pieces) text += piece;
	return text.split("\r\n").slice(0, -1);
}

describe("an export of transactions", () => {
	test("X-01 an export has each of the merchant's transactions once, newest first, and no others", async () => {
		const [head = "", ...lines] = await linesOf(exportTransactions(tables.database.withTables(), filters));
		expect(head).toMatch(/^\uFEFF"transaction_id","id","transaction_time",/);
		const ids = lines.map((line) => Number(line.split(",")[1]));
		expect(new Set(ids).size).toBe(count / 2);
		expect(lines).toHaveLength(count / 2);
		expect(ids).toEqual([...ids].sort((one, other) => other - one));
	});

	test("X-34 no cell of an export is a formula", async () => {
		const [, ...lines] = await linesOf(exportTransactions(tables.database.withTables(), filters));
		for (const line of lines) expect(line).not.toMatch(/(?:^|,)"?[=+\-@]/);
		expect(lines[0]).toContain(`"'=1+1"`);
	});

	test("X-45 an export is read as it is downloaded, so that its size costs no memory", async () => {
		let queries = 0;
		const counted = tables.database.withPlugin({
			transformQuery: ({ node }) => {
				queries += 1;
				return node;
			},
			transformResult: async ({ result }) => result,
		});
		const pieces = exportTransactions(counted.withTables(), filters);
		await pieces.next();
		expect(queries).toBe(0);
		const { value = "" } = await pieces.next();
		expect(queries).toBe(1);
		expect(String(value).split("\r\n").length - 1).toBe(500);
		await pieces.return(undefined);
		expect(queries).toBe(1);
	});
});
