import type { CardForm, MountOptions } from "./host/card-form.ts";
import { mountAt } from "./host/mount.ts";
import { type PayfirmaConstructor, type PayfirmaOptions, payfirmaIframeTransaction } from "./host/payfirma.ts";

export type { Brand } from "@cardseal/card";
export type { CardForm, CardFormOptions, MountOptions } from "./host/card-form.ts";
export { CardFormError, type CardFormErrorCode } from "./host/errors.ts";
export type { CardFormEvents } from "./host/events.ts";
export type { PayfirmaOptions } from "./host/payfirma.ts";
export type { Tokenized } from "./host/token-calls.ts";
export type { FailureCause, FieldName, Theme } from "./wire/messages.ts";

/**
 * Puts a card form into an element of the page.
 *
 * @param place an element, or a selector of one
 * @throws TypeError when there is no such element, or `gateway` is invalid
 * @example const card = mount("#card", { publicKey: "pktest1…", gateway: "https://pay.example" }); const { token } =
 *   await card.tokenize();
 */
export function mount(place: Element | string, options: MountOptions & { gateway: string; ticket?: string }): CardForm {
	return mountAt(place, options, undefined);
}

/**
 * The constructor for pages written for Payfirma's frame; its options need `gateway`.
 *
 * @example const { payment_token } = await new PayfirmaIframeTransaction("pktest1…", "card", { gateway:
 * "https://pay.example" }).getPaymentToken();
 */
export const PayfirmaIframeTransaction: PayfirmaConstructor<[options: PayfirmaOptions & { gateway: string }]> =
	payfirmaIframeTransaction((place, options) => mountAt(place, options, undefined));
