import { join } from "node:path";
import { defineConfig } from "@playwright/test";
import tests from "../test/e2e/playwright.config.ts";

const folder = join(import.meta.dirname, "../test/e2e");

export default defineConfig({
	...tests,
	testDir: folder,
	outputDir: join(import.meta.dirname, "../test-results"),
	globalSetup: join(folder, "support/global-setup.ts"),
	grepInvert: [],
	projects: [
		{ name: "desktop", grep: /@lab/ },
		{
			name: "phone",
			testMatch: "widget/{typing,mistakes}.test.ts",
			use: { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true },
		},
	],
});
