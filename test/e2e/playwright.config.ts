import { defineConfig } from "@playwright/test";
import { useMemory } from "../memory.ts";

// The workers inherit the folder of the main process.
useMemory();

/** Chromium runs without its own sandbox under root, and without its background downloads. */
const args = [
	...(process.getuid?.() === 0 ? ["--no-sandbox"] : []),
	"--disable-gpu",
	"--disable-background-networking",
	"--disable-component-update",
	"--disable-sync",
	"--no-first-run",
];

/** No retries: an intermittent failure is a bug. */
export default defineConfig({
	testDir: ".",
	testMatch: "**/*.test.ts",
	outputDir: "../../test-results",
	globalSetup: "./support/global-setup.ts",
	fullyParallel: true,
	forbidOnly: true,
	retries: 0,
	workers: 3,
	/** They prove a promise again, or take long: `npm run lab -- pages`. */
	grepInvert: /@lab/,
	// A shared machine stalls for seconds now and then.
	timeout: 180_000,
	expect: { timeout: 30_000 },
	reporter: "list",
	projects: [{ name: "desktop" }],
	use: {
		// Set by the global setup, before the workers read this file.
		baseURL: process.env.SHOP_URL,
		locale: "en-CA",
		viewport: { width: 1280, height: 900 },
		launchOptions: { executablePath: process.env.CHROMIUM_PATH || "/usr/bin/chromium", args },
	},
});
