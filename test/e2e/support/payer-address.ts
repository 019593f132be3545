import type { TestInfo } from "@playwright/test";

let used = 0;

/**
 * An address that no other test has. The gateway opens a limited number of card forms a minute for one address; a run of
 * tests opens more. It believes the header because it trusts this machine as its proxy.
 */
export function newPayerAddress({ workerIndex }: TestInfo): string {
	used += 1;
	return `10.${workerIndex % 256}.${used >> 8}.${used & 255}`;
}
