import { AccountRefused } from "@cardseal/vault";
import { expect } from "vitest";
import { transportFaults } from "../faults.ts";
import type { Connection } from "../simulator.ts";
import { networkOf, type ProcessorPromise, present, promise, resultOf, type World, withFault } from "../world.ts";
import { unreachable, wrongAccount } from "./answers.ts";

const verified = ({ subject }: World, connection?: Connection) => present(subject.verify)(connection);

/** An account is verified before it is used. */
export const account: ProcessorPromise[] = [
	promise("the processor's account is verified without moving money", ["network"], async (world) => {
		const earlier = await world.simulator.references();
		await verified(world);
		expect(await world.simulator.references()).toEqual(earlier);
	}),
	promise(
		"an account of the processor's test system is told from one that moves money",
		["network", "test_accounts"],
		async (world) => {
			const { account, testAccount } = networkOf(world);
			expect(testAccount && world.subject.isTest?.(testAccount)).toBe(true);
			expect(world.subject.isTest?.(account)).toBe(false);
		},
	),
	promise("another account is refused", ["network"], async (world) => {
		await expect(verified(world, { account: wrongAccount(world) })).rejects.toThrow(AccountRefused);
	}),
	promise("a fault neither verifies an account nor refuses it", ["network"], async (world) => {
		for (const fault of transportFaults.filter((one) => one !== "html_200" && one !== "empty_200")) {
			const result = await withFault(world, "account", fault, () => verified(world));
			if (fault.endsWith("_late")) continue;
			expect([fault, result.status]).toEqual([fault, "rejected"]);
			expect([fault, result.status === "rejected" && result.reason]).not.toEqual([fault, expect.any(AccountRefused)]);
		}
	}),
	promise(
		"a processor that cannot be reached, or that nobody trusts, refuses no account",
		["network"],
		async (world) => {
			for (const url of [unreachable, networkOf(world).untrustedUrl]) {
				const result = await resultOf(verified(world, { url }));
				expect(result.status).toBe("rejected");
				expect(result.status === "rejected" && result.reason).not.toBeInstanceOf(AccountRefused);
			}
		},
	),
];
