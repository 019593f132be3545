import { readFileSync } from "node:fs";
import { afterEach, expect, test, vi } from "vitest";
import { english } from "../locale/en.ts";
import { loadWords } from "./language.ts";

const french: unknown = JSON.parse(readFileSync(new URL("../locale/fr.json", import.meta.url), "utf8"));
const file = { url: "/v1/assets/locale-fr-0123456789ab.json", integrity: "sha384-of-french" };
const page = { publicKey: "", origin: "", languages: { fr: file }, receiptLanguage: null, refusal: null };

afterEach(() => {
	vi.unstubAllGlobals();
});

test("a language is loaded by its hash", async () => {
	const fetch = vi.fn(async (_url: string, _request: RequestInit) => Response.json(french));
	vi.stubGlobal("fetch", fetch);

	expect(await loadWords("fr", page)).toEqual({ language: "fr", words: french });
	expect(fetch.mock.calls[0]?.[0]).toBe(file.url);
	expect(fetch.mock.calls[0]?.[1]).toMatchObject({ integrity: file.integrity });
});

test("English is built in and never loaded", async () => {
	const fetch = vi.fn();
	vi.stubGlobal("fetch", fetch);

	expect(await loadWords("en", page)).toEqual({ language: "en", words: english });
	expect(fetch).not.toHaveBeenCalled();
});

test.each([
	["is not there", async () => new Response("", { status: 404 })],
	["is not the one that was built", async () => Promise.reject(new TypeError("Failed to fetch"))],
	["does not come in time", async () => Promise.reject(new DOMException("", "TimeoutError"))],
])("a language whose file %s falls back to English and is declared as English", async (_what, fetch) => {
	vi.stubGlobal("fetch", fetch);

	expect(await loadWords("fr", page)).toEqual({ language: "en", words: english });
});
