import { defineConfig } from "@playwright/test";

/** Chromium runs without its own sandbox when it has to run as root, and without what it would fetch from elsewhere. */
const args = [
	...(process.getuid?.() === 0 ? ["--no-sandbox"] : []),
	"--disable-gpu",
	"--disable-background-networking",
	"--disable-component-update",
	"--disable-sync",
	"--no-first-run",
];

/** No retries: a test that fails now and then has found something. */
export default defineConfig({
	testDir: ".",
	testMatch: "**/*.test.ts",
	outputDir: "../../test-results",
	globalSetup: "./support/global-setup.ts",
	fullyParallel: true,
	forbidOnly: true,
	retries: 0,
	workers: 2,
	timeout: 60_000,
	// A machine that others use as well stands still for seconds now and then.
	expect: { timeout: 15_000 },
	reporter: "list",
	projects: [
		{ name: "desktop" },
		// What is typed into on a phone as well. The other tests of looks and fit go through several widths by themselves.
		{
			name: "phone",
			testMatch: "widget/{typing,mistakes}.test.ts",
			use: { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true },
		},
	],
	use: {
		// Set by the global setup, before the workers read this file.
		baseURL: process.env.SHOP_URL,
		locale: "en-CA",
		viewport: { width: 1280, height: 900 },
		launchOptions: { executablePath: process.env.CHROMIUM_PATH || "/usr/bin/chromium", args },
	},
});
