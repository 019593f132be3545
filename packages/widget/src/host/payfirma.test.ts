import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { PayfirmaIframeTransaction } from "../index.ts";
import PayfirmaModule, { setGateway } from "../payfirma.ts";
import { payfirmaIframeTransaction } from "./payfirma.ts";

const mount = vi.fn((_place: unknown, _options: object) => ({ destroy: () => undefined }) as never);
const Transaction = payfirmaIframeTransaction(mount);

beforeEach(() => {
	mount.mockClear();
	vi.stubGlobal("document", { getElementById: () => null, querySelector: () => null });
	vi.stubGlobal("Element", class {});
});

afterEach(() => vi.unstubAllGlobals());

describe("the constructor for pages that move over never throws because of its environment, and passes it on for advice:", () => {
	test.each([
		["pklive1x", "live"],
		["pklive1x", "Test"],
		["pktest1x", "SANDBOX"],
		["pktest1x", "LIVE"],
		["pktest1x", "UAT"],
	])("%s with %s", (key, environment) => {
		new Transaction(key, "card", { environment });
		expect(mount).toHaveBeenCalledWith("#card", expect.objectContaining({ publicKey: key, about: { environment } }));
	});
});

test.each([[undefined], [null], [{}]])("the constructor takes %s as options", (options) => {
	new Transaction("pktest1x", "card", options);
	expect(mount).toHaveBeenCalledWith("#card", { publicKey: "pktest1x", theme: undefined, about: { environment: "" } });
});

test("a second form in the same container replaces the first one", () => {
	const destroys = [vi.fn(), vi.fn(), vi.fn()];
	for (const destroy of destroys) mount.mockReturnValueOnce({ destroy } as never);
	new Transaction("pktest1x", "first");
	new Transaction("pktest1x", "other");
	expect(destroys[0]).not.toHaveBeenCalled();
	new Transaction("pktest1x", "first");
	expect(destroys.map((destroy) => destroy.mock.calls.length)).toEqual([1, 0, 0]);
});

test("the constructor is exported, and mounts at the gateway of its options", () => {
	new Transaction("pktest1x", "card", { environment: "TEST", gateway: "https://pay.example", style: { radius: 4 } });
	expect(mount).toHaveBeenCalledWith(
		"#card",
		expect.objectContaining({ gateway: "https://pay.example", theme: { radius: 4 } }),
	);
	expect(PayfirmaIframeTransaction.name).toBe(Transaction.name);
	expect(() => new PayfirmaIframeTransaction("pktest1x", "card", { gateway: "https://pay.example" })).toThrow(
		"no such element yet: #card",
	);
});

test("the entry for bundles has the constructor as its default, and takes the gateway once", () => {
	class Container {
		querySelector = () => null;
	}
	vi.stubGlobal("Element", Container);
	vi.stubGlobal("document", { getElementById: () => new Container() });
	expect(() => new PayfirmaModule("pktest1x", "card")).toThrow("no gateway address");
	setGateway("pay.example");
	expect(() => new PayfirmaModule("pktest1x", "card")).toThrow('no gateway address: "pay.example"');
	expect(() => new PayfirmaModule("pktest1x", "card", { gateway: "localhost:8080" })).toThrow('"localhost:8080"');
});
