import type { BrowserContext, TestInfo } from "@playwright/test";

let used = 0;

/**
 * A client address that no other test uses. The gateway limits card forms per address and minute. It accepts the
 * header because it trusts this machine as its proxy.
 */
export function newPayerAddress({ workerIndex }: TestInfo): string {
	used += 1;
	return `10.${workerIndex % 256}.${used >> 8}.${used & 255}`;
}

/**
 * Opens card forms from this test's address. The header is set on these requests only: on a script with a hash it
 * would cause a CORS preflight.
 */
export async function openFormsFromNewAddress(context: BrowserContext, testInfo: TestInfo): Promise<void> {
	const address = newPayerAddress(testInfo);
	await context.route("**/v1/widget/session", (route) =>
		route.continue({ headers: { ...route.request().headers(), "x-forwarded-for": address } }),
	);
}
