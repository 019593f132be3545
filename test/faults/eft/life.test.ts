import { expect, test } from "vitest";
import { openTestTables } from "../../fixtures/tables.ts";
import { live } from "./life.ts";

const steps = Number(process.env.EFT_STEPS ?? 40);
const stepTimeoutMs = 1_000;

test(
	`S-23 S-25 in ${steps} random steps with payments, returns and crashes, no money is created or lost`,
	async () => {
		const seed = Number(process.env.EFT_SEED ?? Date.now() % 1_000_000);
		console.log(`Repeat with: npm run lab -- soak eft --steps ${steps} --seed ${seed}`);
		const tables = await openTestTables();
		try {
			const { differences, ...counts } = await live(tables, { steps, seed });
			console.log(JSON.stringify(counts));
			expect(differences, `seed ${seed}`).toEqual([]);
			expect(counts.payments).toBeGreaterThan(steps / 8);
			expect(counts.deaths).toBeGreaterThan(steps / 10);
		} finally {
			await tables.drop();
		}
	},
	120_000 + steps * stepTimeoutMs,
);
