import { expect, test } from "vitest";
import { createLog } from "../../../../../packages/platform/src/log/log.ts";
import type { Ending } from "./cluster-workers.ts";
import { killWhenHung } from "./kill-when-hung.ts";

/** Watches a worker that answers so, then ends. Returns how many questions it got, and whether it was killed. */
async function watch(answers: (true | undefined)[]): Promise<{ asked: number; isKilled: boolean }> {
	const { promise: ended, resolve: end } = Promise.withResolvers<Ending>();
	let asked = 0;
	let isKilled = false;
	const worker = {
		pid: 1,
		ended,
		kill: () => {
			isKilled = true;
		},
		async ask() {
			const answer = answers[asked++];
			if (asked >= answers.length) end({ code: 0, signal: null });
			return answer;
		},
	};
	await killWhenHung(worker, { pause: async () => undefined, log: createLog({ level: "silent" }) });
	return { asked, isKilled };
}

const no = (count: number) => Array<undefined>(count).fill(undefined);

test("a worker that hangs is killed after six questions without an answer", async () => {
	expect(await watch([true, ...no(20)])).toEqual({ asked: 7, isKilled: true });
});

test("a worker that answers late, now and then, is not killed", async () => {
	expect(await watch([true, ...no(5), true, ...no(5), true])).toEqual({ asked: 13, isKilled: false });
});

test("a worker that hangs before its first answer is killed", async () => {
	expect(await watch(no(20))).toEqual({ asked: 6, isKilled: true });
});
