import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { BillingWorld } from "../../../../test/support/billing.ts";
import { openTestTables, type TestTables } from "../../../../test/support/tables.ts";

const start = Date.UTC(2026, 0, 31, 12);

let tables: TestTables;
let world: BillingWorld;

beforeAll(async () => {
	tables = await openTestTables();
	world = await BillingWorld.open(tables.database, start);
});

afterAll(() => tables.drop());

beforeEach(async () => {
	const emptied = ["mail_outbox", "billing_attempts", "subscriptions", "plans"] as const;
	for (const table of emptied) await tables.database.deleteFrom(table).execute();
	await tables.database.deleteFrom("pending_charges").execute();
	world.clocks.business.set(start);
});

describe("a subscription that falls due", () => {
	it("X-52 leaves what no processor takes for later, longer each time, and charges all others", async () => {
		const [broken, good] = [await world.subscribe(), await world.subscribe()];
		const { card_lookup_id: card } = await world.subscription(broken);
		const runner = world.runner({
			change: (payments) => ({
				...payments,
				vault: {
					...payments.vault,
					async storedCard(wanted) {
						if (wanted.cardId === card) throw new Error("This card cannot be read.");
						return payments.vault.storedCard(wanted);
					},
				},
			}),
		});
		expect(await runner.run()).toEqual({ charged: 1, failed: 0, mails: 0 });
		expect(await world.story(good)).toEqual(["0.1 APPROVED"]);
		const pauses = [];
		for (let failures = 1; failures <= 13; failures++) {
			const { claimed_until, billing_failures } = await world.subscription(broken);
			expect(billing_failures).toBe(failures);
			pauses.push((claimed_until - world.clocks.real.now()) / 1000);
			world.clocks.real.set(claimed_until);
			await runner.run();
		}
		expect(pauses).toEqual([2, 4, 8, 16, 32, 64, 128, 256, 512, 1024, 2048, 3600, 3600]);
		expect(await world.story(broken)).toEqual([]);
		expect(runner.logLines[0]).toContain(`"subscription_id":${broken}`);
	});

	it("S-05 is charged once for its period, and for the next one when that falls due", async () => {
		const id = await world.subscribe();
		const runner = world.runner();
		expect(await runner.nextAt()).toBe(start);
		expect(await runner.run()).toEqual({ charged: 1, failed: 0, mails: 0 });
		expect(await runner.run()).toEqual({ charged: 0, failed: 0, mails: 0 });
		expect(await runner.nextAt()).toBe(Date.UTC(2026, 1, 28, 12));
		world.goTo(await world.subscription(id), 1);
		expect(await runner.run()).toEqual({ charged: 1, failed: 0, mails: 0 });
		expect(await world.story(id)).toEqual(["0.1 APPROVED", "1.1 APPROVED"]);
		expect(runner.logLines).toEqual([]);
	});
});
