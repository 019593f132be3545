const readingMethods: readonly string[] = ["GET", "HEAD", "OPTIONS"];

/** Returns true for safe methods (RFC 9110 §9.2.1). */
export function isReading(method: string): boolean {
	return readingMethods.includes(method);
}
