/** Turns of the event loop, enough for whatever waits for nothing else to begin. */
export async function turnsOfTheLoop(): Promise<void> {
	for (let turn = 1; turn <= 5; turn++) await new Promise((resolve) => setImmediate(resolve));
}
