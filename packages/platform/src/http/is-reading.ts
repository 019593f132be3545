const readingMethods: readonly string[] = ["GET", "HEAD", "OPTIONS"];

/** RFC 9110 §9.2.1. */
export function isReading(method: string): boolean {
	return readingMethods.includes(method);
}
