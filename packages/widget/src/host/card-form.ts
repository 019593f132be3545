import type { FieldName, FormOptions, NextAction, Theme } from "../wire/messages.ts";
import { type Authenticated, showChallenge } from "./challenge.ts";
import { CardFormError } from "./errors.ts";
import { type CardFormEvents, createEvents, type Emit } from "./events.ts";
import { type KeptFrame, keepFrame } from "./kept-frame.ts";
import { createTokenCalls, type Tokenized } from "./token-calls.ts";

export interface CardFormOptions {
	/** BCP 47; default: the page's. */
	locale?: string;
	theme?: Theme;
	fields?: { name?: boolean; postalCode?: boolean };
	disabled?: boolean;
}

export interface MountOptions extends CardFormOptions {
	/** `pktest1…` or `pklive1…`. */
	publicKey: string;
	/** Default: the script's origin. */
	gateway?: string;
	signal?: AbortSignal;
}

export interface WatchedMountOptions extends MountOptions {
	/** For the gateway's own page, which is no registered origin. */
	ticket?: string;
	about?: Record<string, string>;
	onEvent?: Emit;
}

export interface CardForm {
	/** @returns stops listening */
	on<Type extends keyof CardFormEvents>(type: Type, listener: (event: CardFormEvents[Type]) => void): () => void;
	/** Keeps the input. */
	update(options: CardFormOptions): void;
	/** The first field by default. */
	focus(field?: FieldName): void;
	clear(): void;
	/** @throws CardFormError by rejection */
	tokenize(options?: { signal?: AbortSignal }): Promise<Tokenized>;
	/**
	 * Shows the bank's page below the fields. Resolves once the charge is decided: the merchant's server reads how.
	 *
	 * @param nextAction of the gateway's answer
	 * @throws CardFormError by rejection: `canceled` when the payer gives up
	 */
	authenticate(nextAction: NextAction, options?: { signal?: AbortSignal }): Promise<Authenticated>;
	/** Pending calls reject as `destroyed`. */
	destroy(): void;
}

export function showCardForm(container: Element, gateway: string, given: WatchedMountOptions): CardForm {
	const { signal } = given;
	const { on, emit } = createEvents(given.onEvent);
	const calls = createTokenCalls();
	let frame: KeptFrame | undefined;

	function destroy(): void {
		frame?.takeAway();
		frame = undefined;
		calls.rejectAll(new CardFormError("destroyed"));
	}

	if (!signal?.aborted)
		frame = keepFrame({ ...given, container, gateway, calls, emit, currentOptions: () => formOptions(given) });
	signal?.addEventListener("abort", destroy);

	return {
		on,
		update(changes) {
			given = { ...given, ...plain(changes) };
			frame?.send({ type: "options", options: formOptions(given) });
		},
		focus: (field) => frame?.send({ type: "focus", field }),
		clear: () => frame?.send({ type: "clear" }),
		async tokenize({ signal: callSignal } = {}) {
			const reason = frame ? (frame.failure() ?? (given.disabled === true ? "disabled" : undefined)) : "destroyed";
			if (reason) throw new CardFormError(reason);
			const result = await calls.tokenize(callSignal);
			if (frame) emit("token", { token: result.token });
			return result;
		},
		authenticate: (nextAction, options) => showChallenge(container, nextAction, { gateway, signal, ...options }),
		destroy,
	};
}

export function localeOf({ locale }: CardFormOptions): string {
	return locale || document.documentElement.lang || navigator.language;
}

function formOptions(options: CardFormOptions): FormOptions {
	const { theme = {}, fields = {}, disabled = false } = options;
	return {
		locale: localeOf(options),
		theme: plain(theme),
		fields: { name: fields.name === true, postalCode: fields.postalCode === true },
		disabled: disabled === true,
	};
}

/** Drops values that cannot be sent to another window. */
export function plain<T>(value: T): T {
	return JSON.parse(JSON.stringify(value));
}
