import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { newCharge, newModification } from "../test-support/requests.ts";
import { type BamboraSimulator, startBambora } from "../test-support/simulator.ts";
import { createBambora } from "./adapter.ts";

const faults = [
	"reset_before",
	"torn",
	"error_500_before",
	"html_502",
	"html_200",
	"empty_200",
	"rate_limited",
] as const;

let simulator: BamboraSimulator;
const started: BamboraSimulator[] = [];

beforeEach(async () => {
	simulator = await startBambora();
	started.push(simulator);
});
afterAll(() => Promise.all(started.map((one) => one.stop())));

const day = 24 * 60 * 60 * 1000;
const adapterAt = (now = Date.now) => createBambora({ url: simulator.network.url, now });

async function read(cursor?: string, now = Date.now) {
	const page = await adapterAt(now).events?.(cursor, simulator.network.account);
	if (page === undefined) throw new Error("There are no events.");
	const settlements = page.events.map((event) => {
		if (event.kind !== "settlement") throw new Error("The event is no settlement.");
		return event;
	});
	return { settlements, cursor: page.cursor };
}

async function sold(): Promise<string> {
	const sale = newCharge();
	await adapterAt().submit(sale, simulator.network.account);
	return sale.reference;
}

describe("a settlement", () => {
	test("has each payment and refund, the fees and what was held back", async () => {
		const sale = newCharge();
		const outcome = await adapterAt().submit(sale, simulator.network.account);
		const refund = newModification("refund", sale, "message" in outcome ? outcome : null, 2_34);
		await adapterAt().submit(refund, simulator.network.account);
		const record = simulator.settlements.settle([sale.reference, refund.reference]);
		const { settlements } = await read();
		expect(settlements).toMatchObject([
			{
				currency: "CAD",
				netCents: 10_00 - 60 - 100,
				settlementId: `${record.transactions_date} CAD`,
				paidAt: Date.parse(`${record.settlement_date}T20:00:00Z`),
				items: [
					{ kind: "payment", reference: sale.reference, amountCents: 12_34 },
					{ kind: "refund", reference: refund.reference, amountCents: -2_34 },
					{ kind: "fee", reference: null, amountCents: -60 },
					{ kind: "adjustment", reference: null, amountCents: -1_00 },
				],
			},
		]);
	});

	test("has the transactions of its own day alone", async () => {
		const [first, second] = [await sold(), await sold()];
		simulator.settlements.settle([first]);
		simulator.settlements.settle([second]);
		const { settlements } = await read();
		expect(settlements.map(({ items }) => items[0]?.reference)).toEqual([first, second]);
	});

	test("whose transactions do not add up has its totals, and guesses none", async () => {
		simulator.settlements.settle([await sold()], { sale_amount_total: 20, settlement_net_amount: 19.2 });
		const { settlements } = await read();
		expect(settlements[0]?.items.slice(0, 1)).toMatchObject([{ kind: "payment", reference: null, amountCents: 20_00 }]);
		expect(settlements[0]?.netCents).toBe(19_20);
	});

	test("with chargebacks may take money", async () => {
		const changes = { chargebacks_amount_total: 30, chargeback_fee_total: 15, settlement_net_amount: -33.46 };
		simulator.settlements.settle([await sold()], changes);
		const { settlements } = await read();
		expect(settlements[0]).toMatchObject({ netCents: -33_46 });
		expect(settlements[0]?.items).toContainEqual(expect.objectContaining({ kind: "dispute", amountCents: -30_00 }));
		const sum = settlements[0]?.items.reduce((total, { amountCents }) => total + amountCents, 0);
		expect(sum).toBe(-33_46);
	});
});

test("in the last hour of a winter day of Pacific time, that day is not asked for yet", async () => {
	const now = Date.parse("2026-12-10T07:30:00Z");
	simulator.network.skewClock(now - Date.now());
	expect((await read(undefined, () => now)).settlements).toEqual([]);
});

test("a day is told once it is paid, and once", async () => {
	const record = simulator.settlements.settle([await sold()], { settlement_state: "Scheduled" });
	const first = await read();
	expect(first.settlements).toEqual([]);
	record.settlement_state = "Transferred";
	const second = await read(first.cursor);
	expect(second.settlements).toHaveLength(1);
	expect((await read(second.cursor)).settlements).toEqual([]);
});

test("many days come in pages of five, each once", async () => {
	for (let days = 1; days <= 7; days++) {
		const date = new Date(Date.now() - days * day - day).toISOString().slice(0, 10);
		simulator.settlements.settle([await sold()], { transactions_date: date });
	}
	const first = await read();
	const second = await read(first.cursor);
	expect([first.settlements.length, second.settlements.length]).toEqual([5, 2]);
	const ids = [...first.settlements, ...second.settlements].map(({ settlementId }) => settlementId);
	expect(new Set(ids).size).toBe(7);
	expect((await read(second.cursor)).settlements).toEqual([]);
});

test("a settlement that is held for months is told when it is paid, and later ones meanwhile", async () => {
	const held = simulator.settlements.settle([await sold()], { settlement_state: "On Hold" });
	const { cursor } = await read();
	const later = () => Date.now() + 120 * day;
	simulator.network.skewClock(120 * day);
	simulator.settlements.settle([await sold()]);
	const second = await read(cursor, later);
	expect(second.settlements).toHaveLength(1);
	held.settlement_state = "Approved";
	const third = await read(second.cursor, later);
	expect(third.settlements.map(({ settlementId }) => settlementId)).toEqual([`${held.transactions_date} CAD`]);
});

test.each(faults)("%s while settlements are read loses none", async (fault) => {
	const reference = await sold();
	simulator.settlements.settle([reference]);
	simulator.failNext("events", fault);
	await expect(read()).rejects.toThrow("Bambora");
	expect((await read()).settlements[0]?.items[0]).toMatchObject({ reference });
});

test("records of other merchants are left out", async () => {
	simulator.settlements.settle([await sold()], { merchant_id: 300_200_999 });
	expect((await read()).settlements).toEqual([]);
});

test("without the reporting passcode there are none", async () => {
	simulator.settlements.settle([await sold()]);
	const account = { ...simulator.network.account, reporting_passcode: "" };
	const page = await adapterAt().events?.(undefined, account);
	expect(page).toEqual({ events: [], cursor: "" });
	expect((await read(page?.cursor)).settlements).toHaveLength(1);
});
