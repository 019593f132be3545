import { expect, test } from "vitest";
import { createAnswerPace } from "./answer-pace.ts";

function timed() {
	const waited: number[] = [];
	const time = { now: 0 };
	const begin = createAnswerPace({
		wait: async (milliseconds) => void waited.push(milliseconds),
		elapsedMs: () => time.now,
	});
	/** An answer of the processor that took so long. */
	function answer(kind: string, milliseconds: number, word: "noteDecline" | "noteOther" = "noteDecline"): void {
		const attempt = begin(kind);
		time.now += milliseconds;
		attempt[word]();
	}
	/** A decline by the protection, whose own work took so long. */
	async function decline(kind: string, milliseconds = 0): Promise<void> {
		const attempt = begin(kind);
		time.now += milliseconds;
		await attempt.follow();
	}
	return { waited, answer, decline };
}

test("F-11 a decline is as slow as the processor's declines", async () => {
	const { waited, answer, decline } = timed();
	const answers = [310, 290, 470];
	for (const milliseconds of answers) answer("bank charge", milliseconds);
	for (let turn = 0; turn < 60; turn++) await decline("bank charge");
	expect(new Set(waited)).toEqual(new Set(answers));
});

test("F-11 the time of our own work counts: the whole path takes as long", async () => {
	const { waited, answer, decline } = timed();
	answer("bank charge", 300);
	await decline("bank charge", 120);
	await decline("bank charge", 299);
	await decline("bank charge", 300);
	await decline("bank charge", 1_000);
	expect(waited).toEqual([180, 1]);
});

test("F-11 each processor, and each kind of request, has its own pace", async () => {
	const { waited, answer, decline } = timed();
	answer("slow charge", 900);
	answer("quick charge", 20);
	answer("slow verification", 400);
	await decline("quick charge");
	await decline("slow verification");
	await decline("slow charge");
	await decline("unknown charge");
	expect(waited).toEqual([20, 400, 900]);
});

test("F-11 approvals count only while there is no decline to follow", async () => {
	const { waited, answer, decline } = timed();
	answer("bank charge", 200, "noteOther");
	await decline("bank charge");
	answer("bank charge", 350);
	for (let turn = 0; turn < 100; turn++) answer("bank charge", 200, "noteOther");
	await decline("bank charge");
	expect(waited).toEqual([200, 350]);
});

test("F-11 declines become slower with the processor", async () => {
	const { waited, answer, decline } = timed();
	answer("bank charge", 5);
	for (let turn = 0; turn < 64; turn++) answer("bank charge", 900);
	await decline("bank charge");
	expect(waited).toEqual([900]);
});

test("a decline is immediate before the processor's first answer", async () => {
	const { waited, decline } = timed();
	await decline("bank charge");
	expect(waited).toEqual([]);
});
