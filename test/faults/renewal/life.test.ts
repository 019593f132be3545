import { expect, test } from "vitest";
import { openTestTables } from "../../fixtures/tables.ts";
import { live } from "./life.ts";

const subscriptions = Number(process.env.RENEWAL_SUBSCRIPTIONS ?? 20);
const years = Number(process.env.RENEWAL_YEARS ?? 0.5);
const millisecondsForEachYear = 20_000;

test(
	`S-05 S-07 S-08 S-10 S-14 ${subscriptions} subscriptions are charged through ${years} years exactly as a plain model says`,
	async () => {
		const seed = Number(process.env.RENEWAL_SEED ?? Date.now() % 1_000_000);
		console.log(
			`Again with: npm run lab -- soak renewal --subscriptions ${subscriptions} --years ${years} --seed ${seed}`,
		);
		const tables = await openTestTables();
		try {
			const { charges, kills, differences } = await live(tables.database, { subscriptions, years, seed });
			console.log(`${charges} charges, ${kills} runs that died`);
			expect(differences, `seed ${seed}`).toEqual([]);
			expect(charges).toBeGreaterThan(subscriptions);
		} finally {
			await tables.drop();
		}
	},
	120_000 + subscriptions * years * millisecondsForEachYear,
);
