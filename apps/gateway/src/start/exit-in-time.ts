/** Service managers kill a process after 30 s. */
const stopLimitMs = 25_000;

export function exitInTime(limitMs = stopLimitMs): void {
	const exit = () => {
		process.stderr.write(`The gateway has not stopped within ${limitMs / 1000} s, and exits now.\n`);
		process.exit(1);
	};
	setTimeout(exit, limitMs).unref();
}
