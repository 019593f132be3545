import { AccountRefused } from "@cardseal/vault";
import { expect } from "vitest";
import { isWaiting, transportFaults } from "../faults.ts";
import type { Connection } from "../simulator.ts";
import { arrived, countReceived, networkOf, type ProcessorPromise, resultOf, type World } from "../world.ts";
import { unreachable, wrongAccount } from "./answers.ts";

function verified({ subject }: World, connection?: Connection): Promise<unknown> {
	if (subject.verify === undefined) throw new Error("There is no account to verify.");
	return subject.verify(connection);
}

/** An account is verified before it is used. */
export const account: ProcessorPromise[] = [
	{
		name: "the processor's account is verified without moving money",
		needs: ["network"],
		async check(world) {
			const earlier = await world.simulator.references();
			await verified(world);
			expect(await world.simulator.references()).toEqual(earlier);
		},
	},
	{
		name: "an account of the processor's test system is told from one that moves money",
		needs: ["network", "test_accounts"],
		async check(world) {
			const { account, testAccount } = networkOf(world);
			expect(testAccount && world.subject.isTest?.(testAccount)).toBe(true);
			expect(world.subject.isTest?.(account)).toBe(false);
		},
	},
	{
		name: "another account is refused",
		needs: ["network"],
		async check(world) {
			await expect(verified(world, { account: wrongAccount(world) })).rejects.toThrow(AccountRefused);
		},
	},
	{
		name: "a fault neither verifies an account nor refuses it",
		needs: ["network"],
		async check(world) {
			for (const fault of transportFaults.filter((one) => one !== "html_200" && one !== "empty_200")) {
				const earlier = countReceived(world, "account");
				world.simulator.failNext("account", fault);
				const verification = resultOf(verified(world));
				if (isWaiting(fault)) {
					await arrived(world, "account", earlier);
					await world.simulator.endWaiting();
				}
				const result = await verification;
				if (fault.endsWith("_late")) continue;
				expect([fault, result.status]).toEqual([fault, "rejected"]);
				expect([fault, result.status === "rejected" && result.reason]).not.toEqual([fault, expect.any(AccountRefused)]);
			}
		},
	},
	{
		name: "a processor that cannot be reached, or that nobody trusts, refuses no account",
		needs: ["network"],
		async check(world) {
			for (const url of [unreachable, networkOf(world).untrustedUrl]) {
				const result = await resultOf(verified(world, { url }));
				expect(result.status).toBe("rejected");
				expect(result.status === "rejected" && result.reason).not.toBeInstanceOf(AccountRefused);
			}
		},
	},
];
