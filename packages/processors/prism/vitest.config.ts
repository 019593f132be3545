import { defineConfig } from "vitest/config";

/** The tests with the native library, against simulators on this machine. `npm test` of the root runs those without it. */
export default defineConfig({
	resolve: { conditions: ["source", "node"] },
	ssr: { resolve: { conditions: ["source", "node"], externalConditions: ["source"] } },
	test: {
		include: ["test/**/*.test.ts"],
		globalSetup: ["../../../test/fixtures/database/server.ts"],
		testTimeout: 120_000,
		hookTimeout: 120_000,
	},
});
