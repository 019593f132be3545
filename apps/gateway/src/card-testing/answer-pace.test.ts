import { expect, test } from "vitest";
import { AnswerPace } from "./answer-pace.ts";

function pace() {
	const waited: number[] = [];
	return { waited, pace: new AnswerPace(async (milliseconds) => void waited.push(milliseconds)) };
}

test("F-11 a decline is as slow as the processor's answers", async () => {
	const { waited, pace: follower } = pace();
	const answers = [310, 290, 470];
	for (const milliseconds of answers) follower.note(milliseconds);
	for (let turn = 0; turn < 60; turn++) await follower.follow();
	expect(new Set(waited)).toEqual(new Set(answers));
});

test("F-11 declines become slower with the processor", async () => {
	const { waited, pace: follower } = pace();
	follower.note(5);
	for (let turn = 0; turn < 64; turn++) follower.note(900);
	await follower.follow();
	expect(waited).toEqual([900]);
});

test("a decline is immediate before the processor's first answer", async () => {
	const { waited, pace: follower } = pace();
	await follower.follow();
	expect(waited).toEqual([]);
});
