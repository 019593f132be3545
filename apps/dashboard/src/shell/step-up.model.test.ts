import { expect, test } from "vitest";
import { createStepUpQuestion } from "./step-up.model.ts";

test("X-48 requests that need step-up at the same time share one question and its answer", async () => {
	const question = createStepUpQuestion();
	const answers = [question.ask(), question.ask()];
	expect(question.isOpen.value).toBe(true);
	question.answer(true);
	expect(await Promise.all(answers)).toEqual([true, true]);
	expect(question.isOpen.value).toBe(false);
	const another = question.ask();
	question.answer(false);
	expect(await another).toBe(false);
});
