/** The value of a promise, or `undefined` when it has none in time. What the promise does later is nobody's business. */
export async function withinTime<T>(milliseconds: number, promise: Promise<T>): Promise<T | undefined> {
	const timeLimit = Promise.withResolvers<undefined>();
	const timer = setTimeout(timeLimit.resolve, milliseconds, undefined);
	try {
		return await Promise.race([promise, timeLimit.promise]);
	} finally {
		clearTimeout(timer);
	}
}
