import { createHmac, timingSafeEqual } from "node:crypto";

/**
 * What forms and requests bring along to show that a page of ours sent them: it follows from the cookie's secret, which no
 * page can read, and does not tell it.
 */
export function csrfTokenOf(cookieSecret: string): string {
	return createHmac("sha256", cookieSecret).update("cardseal csrf v1").digest("base64url");
}

/** Whether a token is the expected one, in the same time for each that is not. */
export function isCsrfToken(given: string, expected: string): boolean {
	const [one, other] = [Buffer.from(given), Buffer.from(expected)];
	return one.length === other.length && timingSafeEqual(one, other);
}
