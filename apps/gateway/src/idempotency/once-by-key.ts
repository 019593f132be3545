/**
 * Does the work of a request once: what its key was answered with before is looked for first, and once more when the work is
 * refused, since the first of two requests at the same time may be why: it used the card token, or took the amount.
 *
 * @param findAnswer looks for what the key's first request was answered with; `undefined` where there is none, or no key
 * @throws what `findAnswer` and `work` throw
 */
export async function onceByKey<Answer>(
	findAnswer: () => Promise<Answer | undefined>,
	work: () => Promise<Answer>,
): Promise<Answer> {
	const earlier = await findAnswer();
	if (earlier !== undefined) return earlier;
	try {
		return await work();
	} catch (error) {
		const winner = await findAnswer();
		if (winner !== undefined) return winner;
		throw error;
	}
}
