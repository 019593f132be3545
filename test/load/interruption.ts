/** Rejects on the first SIGINT or SIGTERM. A second one does not skip the clean-up. */
export function interruption(): Promise<never> {
	return new Promise((_resolve, reject) => {
		for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
			process.on(signal, () => reject(new Error(`The bench was ended by ${signal}.`)));
		}
	});
}
