/** A hanging statement then delays only its callers. */
export const defaultPatienceMs = 1_000;

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
