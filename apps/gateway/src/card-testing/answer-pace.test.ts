import { expect, test } from "vitest";
import { AnswerPace } from "./answer-pace.ts";

function pace() {
	const waited: number[] = [];
	return { waited, pace: new AnswerPace(async (milliseconds) => void waited.push(milliseconds)) };
}

test("F-11 answers as slowly as the processor did", async () => {
	const { waited, pace: follower } = pace();
	const answers = [310, 290, 470];
	for (const milliseconds of answers) follower.note(milliseconds);
	for (let turn = 0; turn < 60; turn++) await follower.follow();
	expect(new Set(waited)).toEqual(new Set(answers));
});

test("F-11 follows a processor that becomes slower", async () => {
	const { waited, pace: follower } = pace();
	follower.note(5);
	for (let turn = 0; turn < 64; turn++) follower.note(900);
	await follower.follow();
	expect(waited).toEqual([900]);
});

test("waits for nothing before the processor has answered once", async () => {
	const { waited, pace: follower } = pace();
	await follower.follow();
	expect(waited).toEqual([]);
});
