import { afterEach, describe, expect, test, vi } from "vitest";
import { ensureChromium } from "./chromium.ts";
import { ensureFirefox } from "./firefox.ts";

afterEach(() => vi.unstubAllEnvs());

describe.each([
	["CHROMIUM_PATH", ensureChromium, /CHROMIUM_PATH is \/no\/such\/browser.*apt-get install chromium-headless-shell/s],
	["FIREFOX_PATH", ensureFirefox, /FIREFOX_PATH is \/no\/such\/browser.*apt-get install firefox-esr/s],
] as const)("%s", (variable, ensure, advice) => {
	test("decides when it leads to a file", async () => {
		vi.stubEnv(variable, process.execPath);
		expect(await ensure()).toBe(process.execPath);
	});

	test("throws, with what to do, when it leads nowhere", async () => {
		vi.stubEnv(variable, "/no/such/browser");
		await expect(ensure()).rejects.toThrow(advice);
	});
});
