import type { BrowserContext, TestInfo } from "@playwright/test";

let used = 0;

/**
 * An address that no other test has. The gateway opens a limited number of card forms a minute for one address; a run of
 * tests opens more. It believes the header because it trusts this machine as its proxy.
 */
export function newPayerAddress({ workerIndex }: TestInfo): string {
	used += 1;
	return `10.${workerIndex % 256}.${used >> 8}.${used & 255}`;
}

/**
 * Opens card forms from an address of this test's own. On those requests alone: on a script with a hash, one more header
 * would have the browser ask first whether it may send it.
 */
export async function openFormsFromNewAddress(context: BrowserContext, testInfo: TestInfo): Promise<void> {
	const address = newPayerAddress(testInfo);
	await context.route("**/v1/widget/session", (route) =>
		route.continue({ headers: { ...route.request().headers(), "x-forwarded-for": address } }),
	);
}
