const readingMethods: readonly string[] = ["GET", "HEAD", "OPTIONS"];

/** Tells whether requests of a method change nothing (safe methods, RFC 9110 §9.2.1). */
export function isReading(method: string): boolean {
	return readingMethods.includes(method);
}
