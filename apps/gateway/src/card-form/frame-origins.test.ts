import { describe, expect, test } from "vitest";
import { frameOriginsOf, scriptOriginOf } from "./frame-origins.ts";

const inSandbox = { frameUrl: undefined, sandbox: true };

describe("the origin of card frames", () => {
	test.each([
		["http://localhost:8080", "http://127.0.0.1:8080"],
		["http://127.0.0.1:8080", "http://localhost:8080"],
		["http://localhost", "http://127.0.0.1"],
	])("in the sandbox at %s is %s", (publicUrl, frames) => {
		expect(frameOriginsOf(publicUrl, inSandbox)).toEqual({ own: publicUrl, frames, isExclusive: false });
	});

	test.each([
		["a sandbox with a name of its own", "https://sandbox.example", true],
		["a live gateway", "https://pay.example", false],
		["a live gateway on this machine", "http://localhost:8080", false],
	])("of %s is its own without FRAME_URL", (_, publicUrl, sandbox) => {
		const expected = { own: publicUrl, frames: publicUrl, isExclusive: false };
		expect(frameOriginsOf(publicUrl, { frameUrl: undefined, sandbox })).toEqual(expected);
	});

	test("is that of FRAME_URL, which has nothing else", () => {
		const settings = { frameUrl: "https://frames.example", sandbox: false };
		const expected = { own: "https://pay.example", frames: "https://frames.example", isExclusive: true };
		expect(frameOriginsOf("https://pay.example/gateway", settings)).toEqual(expected);
		expect(scriptOriginOf(expected)).toBe("https://frames.example");
	});

	test("is that of FRAME_URL in the sandbox as well, whose own origin still serves those of merchants", () => {
		const origins = frameOriginsOf("http://localhost:8080", {
			frameUrl: "http://frames.localhost:8080",
			sandbox: true,
		});
		expect(origins).toMatchObject({ frames: "http://frames.localhost:8080", isExclusive: false });
		expect(scriptOriginOf(origins)).toBe("http://localhost:8080");
	});

	test.each([
		["the same host", "https://pay.example"],
		["another port, which has the same cookies", "https://pay.example:8443"],
		["another protocol", "http://frames.example"],
	])("cannot be %s", (_, frameUrl) => {
		expect(() => frameOriginsOf("https://pay.example", { frameUrl, sandbox: false })).toThrow(/^FRAME_URL must/);
	});
});
