import type { Theme } from "../wire/messages.ts";
import type { CardForm, MountOptions } from "./card-form.ts";

export interface PayfirmaOptions extends Pick<MountOptions, "gateway"> {
	/** `live`, `prod` or `production`; or `sandbox` or `test`; in any case. Must match the key. */
	environment?: string;
	/** Theme tokens. */
	style?: Theme;
}

/** The constructor in pages written for Payfirma's frame. */
export function payfirmaIframeTransaction(mount: (place: Element | null, options: MountOptions) => CardForm) {
	return class PayfirmaIframeTransaction {
		declare readonly getPaymentToken: () => Promise<{ payment_token: string }>;
		/** Removes the form from the page. */
		declare readonly destroy: () => void;

		/** @throws TypeError when there is no such container, or the key belongs to the other environment */
		constructor(key: string, containerId: string, { environment, style = {}, ...rest }: PayfirmaOptions = {}) {
			if (environment && /live|prod/i.test(environment) !== /^\s*pkl/i.test(key)) {
				throw new TypeError("Cardseal: wrong environment.");
			}
			const cardForm = mount(document.getElementById(containerId), { ...rest, publicKey: key, theme: style });
			this.destroy = cardForm.destroy;
			this.getPaymentToken = async () => ({ payment_token: (await cardForm.tokenize()).token });
		}
	};
}
