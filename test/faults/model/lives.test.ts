import { expect, test } from "vitest";
import { openTestTables } from "../../fixtures/tables.ts";
import { playLives } from "./play.ts";
import { World } from "./world.ts";

/** Several separate worlds, so that one runs while another waits for its database. */
const worlds = 4;
const commandsInAll = Number(process.env.MODEL_COMMANDS ?? 5_000);
/** The slowest machine plays more than this. */
const commandsInOneSecond = 20;

test(
	`the books and the gateway agree through ${commandsInAll} commands with faults, races and crashes`,
	async () => {
		const seed = Number(process.env.MODEL_SEED ?? Date.now() % 1_000_000);
		console.log(`Again with: npm run soak -- model --commands ${commandsInAll} --seed ${seed}`);
		const played = await Promise.all(
			Array.from({ length: worlds }, async (_, index) => {
				const tables = await openTestTables();
				try {
					const world = await World.open(tables.database);
					return await playLives(world, { atLeast: commandsInAll / worlds, seed: seed + index * 1_000_000 });
				} finally {
					await tables.drop();
				}
			}),
		);
		expect(played.reduce((sum, count) => sum + count)).toBeGreaterThanOrEqual(commandsInAll);
	},
	Math.max(600_000, (commandsInAll / commandsInOneSecond) * 1_000),
);
