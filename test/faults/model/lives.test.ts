import { expect, test } from "vitest";
import { openTestTables } from "../../fixtures/tables.ts";
import { playLives } from "./play.ts";
import type { SideKind } from "./side.ts";
import { World } from "./world.ts";

interface Lives {
	kind: SideKind;
	commands: number;
	/** Several separate worlds, so that one runs while another waits for its database. */
	worlds: number;
	seed: number;
	/** The words after `npm run lab -- soak --`. */
	soak: string;
}

const { MODEL_COMMANDS, MODEL_LIVE_COMMANDS, MODEL_SEED } = process.env;

const atDemoProcessor: Lives = {
	kind: "demo",
	commands: Number(MODEL_COMMANDS ?? 2_500),
	worlds: 4,
	seed: Number(MODEL_SEED ?? Date.now() % 1_000_000),
	soak: "model",
};

/** With the example adapter, its journal and a network; few, because each command takes longer. */
const atAcquirer: Lives = {
	kind: "acquirer",
	commands: Number(MODEL_LIVE_COMMANDS ?? 300),
	worlds: MODEL_LIVE_COMMANDS === undefined ? 1 : 4,
	seed: Number(MODEL_SEED ?? 1),
	soak: "model --live",
};

/** The slowest machine plays more than this. */
const commandsInOneSecond = 20;
const shortestLimitMs = 600_000;

test.each([atDemoProcessor, atAcquirer])(
	"the books and the gateway, whose processor is the $kind, agree through $commands commands with faults, races and crashes",
	async ({ kind, commands, worlds, seed, soak }) => {
		console.log(`Again with: npm run lab -- soak ${soak} --commands ${commands} --seed ${seed}`);
		const played = await Promise.all(
			Array.from({ length: worlds }, async (_, index) => {
				const tables = await openTestTables();
				const world = await World.open(tables.database, kind);
				try {
					return await playLives(world, { atLeast: commands / worlds, seed: seed + index * 1_000_000 });
				} finally {
					await world.close();
					await tables.drop();
				}
			}),
		);
		expect(played.reduce((sum, count) => sum + count)).toBeGreaterThanOrEqual(commands);
	},
	Math.max(shortestLimitMs, (Math.max(atDemoProcessor.commands, atAcquirer.commands) / commandsInOneSecond) * 1_000),
);
