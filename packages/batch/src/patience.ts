/** The time for which work waits for other work, in ms. After it, a hanging statement delays only its own callers. */
export const defaultPatienceMs = 1_000;

/** Resolves when `work` has ended or failed, or after `patienceMs`. */
export function endOf(work: Promise<unknown>, patienceMs: number): Promise<void> {
	return new Promise((resolve) => {
		const timer = setTimeout(resolve, patienceMs);
		const end = () => {
			clearTimeout(timer);
			resolve();
		};
		work.then(end, end);
	});
}
