import { afterEach, describe, expect, test, vi } from "vitest";
import { PayfirmaIframeTransaction } from "../index.ts";
import { payfirmaIframeTransaction } from "./payfirma.ts";

afterEach(() => vi.unstubAllGlobals());

describe("the constructor for pages that move over takes its environment in any case:", () => {
	test.each([
		["pklive1x", "live", "sandbox"],
		["pklive1x", "PROD", "Test"],
		["pklive1x", "Production", "SANDBOX"],
		["pktest1x", "sandbox", "production"],
		["pktest1x", "Test", "Live"],
	])("%s with %s, not with %s", (key, right, wrong) => {
		vi.stubGlobal("document", { getElementById: () => null });
		const mount = vi.fn(() => ({ destroy: () => undefined }) as never);
		const Transaction = payfirmaIframeTransaction(mount);
		expect(() => new Transaction(key, "card", { environment: right })).not.toThrow();
		expect(() => new Transaction(key, "card", { environment: wrong })).toThrow("wrong environment");
		expect(mount).toHaveBeenCalledTimes(1);
	});
});

test("the constructor for pages that move over is exported, and mounts at the gateway of its options", () => {
	vi.stubGlobal("document", { getElementById: () => null });
	const mount = vi.fn(() => ({ destroy: () => undefined }) as never);
	const Transaction = payfirmaIframeTransaction(mount);
	new Transaction("pktest1x", "card", { environment: "TEST", gateway: "https://pay.example", style: { radius: 4 } });
	const options = { gateway: "https://pay.example", publicKey: "pktest1x", theme: { radius: 4 } };
	expect(mount).toHaveBeenCalledWith(null, options);
	expect(PayfirmaIframeTransaction.name).toBe(Transaction.name);
	vi.stubGlobal("Element", class {});
	expect(() => new PayfirmaIframeTransaction("pktest1x", "card", { gateway: "https://pay.example" })).toThrow(
		"no such element",
	);
});
