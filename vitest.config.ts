import { availableParallelism } from "node:os";
import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";
import { useMemory } from "./test/memory.ts";

useMemory();

/**
 * The `source` condition lets packages import each other's TypeScript, as the gateway itself runs. No `import` or `module`
 * beside it: these conditions reach Node as flags, and then `require` inside pg would be given ES modules.
 */
const resolve = { conditions: ["source", "node"] };
const ssr = { resolve: { conditions: resolve.conditions, externalConditions: ["source"] } };

/** Begins with the tests of faults, small files that run for up to a minute, so that none of them is left for the end. */
class FaultsFirst extends BaseSequencer {
	override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
		const largestFirst = await super.sort(files);
		const isOfFaults = ({ moduleId }: TestSpecification) => moduleId.includes("/test/faults/");
		return [...largestFirst.filter(isOfFaults), ...largestFirst.filter((file) => !isOfFaults(file))];
	}
}

export default defineConfig({
	resolve,
	ssr,
	test: {
		// Three for each processor: tests with a database, and those of processes, wait for others half of their time.
		maxWorkers: 3 * availableParallelism(),
		// A worker keeps loaded modules for its next files: loading the gateway again takes longer than most files.
		isolate: false,
		sequence: { sequencer: FaultsFirst },
		// Most waits end within milliseconds; a busy machine needs longer.
		expect: { poll: { timeout: 20_000 } },
		projects: [
			{
				extends: true,
				test: {
					name: "checks",
					include: ["test/checks/*.check.ts"],
					testTimeout: 600_000,
					hookTimeout: 600_000,
				},
			},
			{
				extends: true,
				test: {
					name: "unit",
					include: [
						"packages/*/src/**/*.test.ts",
						"packages/processors/*/src/**/*.test.ts",
						"apps/*/src/**/*.test.ts",
						"test/*.test.ts",
						"test/{vectors,checks,run,release,api-types,mails}/**/*.test.ts",
					],
					exclude: ["**/node_modules/**", "**/dist/**", "**/*.db.test.ts"],
					testTimeout: 60_000,
					hookTimeout: 60_000,
				},
			},
			{
				extends: true,
				test: {
					name: "faults",
					include: ["lab/faults/**/*.test.ts"],
					globalSetup: ["test/fixtures/database/server.ts"],
					testTimeout: 300_000,
					hookTimeout: 300_000,
				},
			},
			{
				extends: true,
				test: {
					name: "hsm",
					include: ["test/hsm/**/*.test.ts"],
					globalSetup: ["test/fixtures/database/server.ts"],
					testTimeout: 120_000,
					hookTimeout: 120_000,
				},
			},
			{
				extends: true,
				test: {
					name: "database",
					include: [
						"packages/*/src/**/*.db.test.ts",
						"packages/processors/*/src/**/*.db.test.ts",
						"apps/*/src/**/*.db.test.ts",
						"test/{api,leaks,faults}/**/*.test.ts",
					],
					globalSetup: ["test/fixtures/database/server.ts"],
					// Some start PostgreSQL several times over, on machines that do much else.
					testTimeout: 300_000,
					hookTimeout: 300_000,
				},
			},
		],
	},
});
