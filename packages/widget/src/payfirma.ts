import { mountAt } from "./host/mount.ts";
import { type PayfirmaConstructor, type PayfirmaOptions, payfirmaIframeTransaction } from "./host/payfirma.ts";

export type { PayfirmaOptions } from "./host/payfirma.ts";
export type { Theme } from "./wire/messages.ts";

let defaultGateway: string | undefined;

/** Applies to forms whose options name none. */
export function setGateway(gateway: string): void {
	defaultGateway = gateway;
}

/**
 * The default export of Payfirma's module.
 *
 * @example setGateway("https://pay.example"); const { payment_token } = await new PayfirmaIframeTransaction("pktest1…",
 *   "card").getPaymentToken();
 */
const PayfirmaIframeTransaction: PayfirmaConstructor<[options?: PayfirmaOptions | null]> = payfirmaIframeTransaction(
	(place, options) => mountAt(place, options, defaultGateway),
);

// biome-ignore lint/style/noDefaultExport: code written for Payfirma's module imports the default.
export default PayfirmaIframeTransaction;
