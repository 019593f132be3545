import type { Theme } from "../wire/messages.ts";
import type { CardForm } from "./card-form.ts";
import type { MountOptions, WatchedMountOptions } from "./options.ts";

export interface PayfirmaOptions extends Pick<MountOptions, "gateway"> {
	/** `live`, `prod`, `production`, `sandbox` or `test`. The key decides. */
	environment?: string;
	style?: Theme;
}

export type PayfirmaConstructor<Options extends unknown[]> = new (
	key: string,
	containerId: string,
	...options: Options
) => {
	getPaymentToken(): Promise<{ payment_token: string }>;
	destroy(): void;
};

export function payfirmaIframeTransaction(mount: (place: Element | string, options: WatchedMountOptions) => CardForm) {
	/** Replaces an earlier form: React's strict mode runs effects twice. */
	const forms = new Map<string, CardForm>();

	return class PayfirmaIframeTransaction {
		declare readonly getPaymentToken: () => Promise<{ payment_token: string }>;
		declare readonly destroy: () => void;

		/** @throws TypeError when there is no such container */
		constructor(key: string, containerId: string, options?: PayfirmaOptions | null) {
			const { environment = "", style, ...rest } = options ?? {};
			const place = document.getElementById(containerId) ?? `#${containerId}`;
			forms.get(containerId)?.destroy();
			const cardForm = mount(place, { ...rest, publicKey: key, theme: style as Theme, about: { environment } });
			forms.set(containerId, cardForm);
			this.destroy = cardForm.destroy;
			this.getPaymentToken = async () => ({ payment_token: (await cardForm.tokenize()).token });
		}
	};
}
