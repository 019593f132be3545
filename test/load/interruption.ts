/** Rejects when somebody wants the bench to end. Asking again does not hurry the end, so that nothing is left behind. */
export function interruption(): Promise<never> {
	return new Promise((_resolve, reject) => {
		for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
			process.on(signal, () => reject(new Error(`The bench was ended by ${signal}.`)));
		}
	});
}
