import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { afterEach, describe, expect, test } from "vitest";
import { createAdapter } from "./adapter.ts";
import { type Bridge, createBridge } from "./bridge.ts";
import { authorizedotnet } from "./connectors/authorizedotnet.ts";
import type { Call, Result } from "./messages.ts";

const fakeChild = new URL("../test-support/fake-child.ts", import.meta.url);
const oldSystem = new URL("../test-support/old-system-child.ts", import.meta.url);

let bridge: Bridge;
afterEach(() => bridge.stop());

const call = (connector: string): Omit<Call, "id"> => ({
	connector,
	config: {},
	flow: "authorize",
	request: {},
	hasSecurityCode: true,
	headers: {},
	timeoutMs: 0,
});

const crashed: Result = { failure: { isUnsent: false, code: "CRASHED" } };

function responseOf(result: Result) {
	if ("failure" in result) throw new Error(result.failure.code);
	return result.answer.response;
}

describe("the child process", () => {
	test("answers calls, many at once, in one process", async () => {
		bridge = createBridge({ program: fakeChild, graceMs: 20_000 });
		const results = await Promise.all(Array.from({ length: 20 }, () => bridge.call(call("any"))));
		expect(new Set(results.map((result) => responseOf(result).pid)).size).toBe(1);
	});

	test("inherits no variable of the environment: passwords and key files stay in the gateway", async () => {
		bridge = createBridge({ program: fakeChild, graceMs: 20_000 });
		const names = responseOf(await bridge.call(call("any"))).environment;
		// Certificates that the operator trusts are the only exception.
		expect(names).toEqual(expect.not.arrayContaining(["PATH", "HOME"]));
	});

	test("P-02 prints nothing into the gateway's output, and its crash repeats nothing that it was asked", async () => {
		const program = new URL("../test-support/print-card.ts", import.meta.url).pathname;
		const { stdout, stderr } = await promisify(execFile)(process.execPath, [program, "4012888888881881"]);
		expect(JSON.parse(stdout)).toEqual(crashed);
		expect(stderr).toBe("");
	});

	test("that crashes leaves the calls in flight without an outcome, and the next call starts another", async () => {
		bridge = createBridge({ program: fakeChild, graceMs: 20_000 });
		const before = responseOf(await bridge.call(call("any"))).pid;
		const lost = [bridge.call(call("hang")), bridge.call(call("crash"))];
		expect(await Promise.all(lost)).toEqual([crashed, crashed]);
		expect(responseOf(await bridge.call(call("any"))).pid).not.toBe(before);
	});

	test("that does not answer in time is killed: the outcome is unknown", async () => {
		bridge = createBridge({ program: fakeChild, graceMs: 50 });
		expect(await bridge.call(call("hang"))).toEqual(crashed);
	});

	test("that a webhook crashes is not the one that charges, and the processor may send the webhook again", async () => {
		bridge = createBridge({ program: fakeChild, graceMs: 20_000 });
		const webhookBridge = createBridge({ program: fakeChild, graceMs: 20_000 });
		const { readWebhook } = createAdapter(authorizedotnet, { bridge, webhookBridge });
		const before = responseOf(await bridge.call(call("any"))).pid;
		const account = { login_id: "5KP3simul", transaction_key: "346HZsimulated", signature_key: "C0FFEE0123456789" };
		const reading = readWebhook?.({ headers: {}, body: Buffer.from("{}") }, account);
		await expect(reading).rejects.toMatchObject({ name: "Error", message: expect.stringContaining("CRASHED") });
		expect(responseOf(await bridge.call(call("any"))).pid).toBe(before);
	});

	test("on a system with an old C library refuses to start and says what to do", async () => {
		bridge = createBridge({ program: oldSystem });
		await expect(bridge.start()).rejects.toThrow(/needs glibc 2\.38 or later.*PRISM_NODE/);
	});

	test("that cannot start sends nothing", async () => {
		bridge = createBridge({ program: oldSystem });
		expect(await bridge.call(call("any"))).toEqual({ failure: { isUnsent: true, code: "NOT_STARTED" } });
	});
});
