import { afterEach, expect, test, vi } from "vitest";
import { loadFile } from "./files.ts";

const file = { url: "/v1/assets/locale-fr-0123456789ab.json", integrity: "sha384-of-french" };

afterEach(() => {
	vi.unstubAllGlobals();
});

test("a file is loaded by its hash", async () => {
	const fetch = vi.fn(async (_url: string, _request: RequestInit) => Response.json({ form: "Carte" }));
	vi.stubGlobal("fetch", fetch);

	expect(await loadFile(file)).toEqual({ form: "Carte" });
	expect(fetch.mock.calls[0]?.[0]).toBe(file.url);
	expect(fetch.mock.calls[0]?.[1]).toMatchObject({ integrity: file.integrity });
});

test.each([
	["is not there", async () => new Response("", { status: 404 })],
	["is not the one that was built", async () => Promise.reject(new TypeError("Failed to fetch"))],
	["does not come in time", async () => Promise.reject(new DOMException("", "TimeoutError"))],
])("a file that %s changes nothing", async (_what, fetch) => {
	vi.stubGlobal("fetch", fetch);

	expect(await loadFile(file)).toBeUndefined();
});
