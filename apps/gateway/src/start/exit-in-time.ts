/** Less than the 30 s after which service managers and container platforms kill a process. */
const stopLimitMs = 25_000;

/** Ends the process although its database or a connection hangs. */
export function exitInTime(limitMs = stopLimitMs): void {
	const exit = () => {
		process.stderr.write(`The gateway has not stopped within ${limitMs / 1000} s, and exits now.\n`);
		process.exit(1);
	};
	setTimeout(exit, limitMs).unref();
}
