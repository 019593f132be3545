import { afterEach, expect, test, vi } from "vitest";
import { ensureChromium } from "./chromium.ts";

afterEach(() => vi.unstubAllEnvs());

test("CHROMIUM_PATH decides when it leads to a file", async () => {
	vi.stubEnv("CHROMIUM_PATH", process.execPath);
	expect(await ensureChromium()).toBe(process.execPath);
});

test("a CHROMIUM_PATH that leads nowhere is told, with what to do, rather than passed over", async () => {
	vi.stubEnv("CHROMIUM_PATH", "/no/such/chromium");
	await expect(ensureChromium()).rejects.toThrow(/CHROMIUM_PATH is \/no\/such\/chromium.*apt-get install chromium/s);
});
