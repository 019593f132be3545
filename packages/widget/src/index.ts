import type { Authenticated, ChallengeOptions } from "./challenge/challenge.ts";
import type { CardForm } from "./host/card-form.ts";
import { authenticateAt, mountAt } from "./host/mount.ts";
import type { MountOptions } from "./host/options.ts";
import { type PayfirmaConstructor, type PayfirmaOptions, payfirmaIframeTransaction } from "./host/payfirma.ts";
import type { NextAction } from "./wire/messages.ts";

export type { Brand } from "@cardseal/card";
export type { Authenticated, ChallengeOptions } from "./challenge/challenge.ts";
export type { CardForm } from "./host/card-form.ts";
export { CardFormError, type CardFormErrorCode } from "./host/errors.ts";
export type { CardFormEvents } from "./host/events.ts";
export type { CardFormOptions, MountOptions } from "./host/options.ts";
export type { PayfirmaOptions } from "./host/payfirma.ts";
export type { Tokenized } from "./host/token-calls.ts";
export type { FailureCause, FieldName, NextAction, Theme } from "./wire/messages.ts";

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
 * Shows the bank's page in an element, such as for a stored card. Resolves once the charge is decided: your server
 * reads how.
 *
 * @param nextAction of the gateway's answer; `gateway` is needed for one without https, such as a sandbox
 * @throws CardFormError by rejection: `canceled` when the payer gives up
 * @throws TypeError by rejection when there is no such element, or the address may not be opened
 * @example const { transaction_id } = await authenticate("#bank", next_action);
 */
export function authenticate(
	place: Element | string,
	nextAction: NextAction,
	options?: ChallengeOptions,
): Promise<Authenticated> {
	return authenticateAt(place, nextAction, options);
}

/**
 * For pages written for Payfirma's frame; the options need `gateway`.
 *
 * @example const { payment_token } = await new PayfirmaIframeTransaction("pktest1…", "card", { gateway:
 * "https://pay.example" }).getPaymentToken();
 */
export const PayfirmaIframeTransaction: PayfirmaConstructor<[options: PayfirmaOptions & { gateway: string }]> =
	payfirmaIframeTransaction((place, options) => mountAt(place, options, undefined));
