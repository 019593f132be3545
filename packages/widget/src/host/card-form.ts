import { tryAgainIn } from "../locale/host-words.ts";
import type { FailureCause, FieldName, FrameOptions, Theme, ToFrame, ToHost } from "../wire/messages.ts";
import { startAttempts } from "./attempts.ts";
import { CardFormError } from "./errors.ts";
import { showFrame } from "./frame.ts";
import { TokenCalls, type Tokenized } from "./token-calls.ts";

/** What may be changed while the form is shown. */
export interface CardFormOptions {
	/** A BCP 47 language; the page's when it is left out. */
	locale?: string;
	theme?: Theme;
	/** Which fields are asked for beside the card's own. */
	fields?: { name?: boolean; postalCode?: boolean };
	disabled?: boolean;
}

export interface MountOptions extends CardFormOptions {
	/** The merchant's, `pktest1…` or `pklive1…`. */
	publicKey: string;
	/** The gateway's origin, such as `https://pay.example`; where the script came from when it is left out. */
	gateway?: string;
	/** Takes the form off the page. */
	signal?: AbortSignal;
}

/** What each event tells its listeners. */
export interface CardFormEvents {
	ready: Record<never, never>;
	change: { complete: boolean; empty: boolean; invalid: FieldName[] };
	brand: { brand: Extract<ToHost, { type: "brand" }>["brand"] };
	focus: { field: FieldName };
	blur: { field: FieldName };
	submit: Record<never, never>;
	token: { token: string };
	error: { cause: FailureCause };
}

/** A card form on the merchant's page. Nothing typed into it can be read from here. */
export interface CardForm {
	/** @returns stops listening */
	on<Type extends keyof CardFormEvents>(type: Type, listener: (event: CardFormEvents[Type]) => void): () => void;
	/** Changes what is given; what was typed stays. */
	update(options: CardFormOptions): void;
	/** Puts the focus into a field, the first by default. */
	focus(field?: FieldName): void;
	/** Empties the form. */
	clear(): void;
	/** @throws CardFormError by rejecting, and always within some seconds */
	tokenize(options?: { signal?: AbortSignal }): Promise<Tokenized>;
	/** Takes the form off the page. What still runs is rejected as `destroyed`. */
	destroy(): void;
}

/** px: what each row of the form needs in the default theme, with room for its messages: more where their words wrap. */
const rowHeight = { wide: 111, narrow: 150 };

type Listener = (event: never) => void;

/** Shows a card form in a container. */
export function showCardForm(container: Element, gateway: string, given: MountOptions): CardForm {
	const { publicKey, signal } = given;
	const listeners = new Map<keyof CardFormEvents, Set<Listener>>();
	const calls = new TokenCalls();
	let options: CardFormOptions = given;
	let send: ((message: ToFrame) => void) | undefined;
	let failure: FailureCause | undefined;
	let isGone = false;
	let retryButton: HTMLButtonElement | undefined;
	let stop: () => void = () => {};

	function emit<Type extends keyof CardFormEvents>(type: Type, event: CardFormEvents[Type]): void {
		for (const listener of [...(listeners.get(type) ?? [])]) {
			try {
				(listener as (event: CardFormEvents[Type]) => void)(event);
			} catch (error) {
				// A listener's mistake is its page's to see, and must not stop the form.
				reportError(error);
			}
		}
	}

	function take(message: ToHost): void {
		switch (message.type) {
			case "change":
			case "brand":
			case "focus":
			case "blur":
			case "submit": {
				const { type, ...event } = message;
				emit(type, event as never);
				return;
			}
			case "token":
			case "invalid":
			case "failed":
				calls.answer(message);
		}
	}

	function start(): void {
		failure = undefined;
		const { locale, fields } = frameOptions(options);
		const rows = 2 + Number(fields.name) + Number(fields.postalCode);
		// Kept free from the start, so that nothing moves when the form comes.
		const height = rows * (container.clientWidth > 500 ? rowHeight.wide : rowHeight.narrow);
		stop = startAttempts({
			isOnline: () => navigator.onLine,
			load: (report) => {
				const onConnected = (connected: typeof send) => {
					send = connected;
					send?.({ type: "options", options: frameOptions(options) });
				};
				const hide = showFrame({ container, gateway, publicKey, locale, height, onConnected, onMessage: take }, report);
				return () => {
					send = undefined;
					calls.close();
					hide();
				};
			},
			onReady() {
				if (send) calls.open(send);
				emit("ready", {});
			},
			onFailed: fail,
		});
	}

	function fail(cause: FailureCause): void {
		failure = cause;
		calls.rejectAll(new CardFormError(cause));
		retryButton = document.createElement("button");
		retryButton.type = "button";
		retryButton.textContent = tryAgainIn(localeOf(options));
		Object.assign(retryButton.style, { font: "inherit", minHeight: "44px", padding: "0 16px" });
		retryButton.onclick = () => {
			retryButton?.remove();
			start();
		};
		container.prepend(retryButton);
		emit("error", { cause });
	}

	function destroy(): void {
		if (isGone) return;
		isGone = true;
		signal?.removeEventListener("abort", destroy);
		stop();
		retryButton?.remove();
		listeners.clear();
		calls.rejectAll(new CardFormError("destroyed"));
	}

	if (signal?.aborted) isGone = true;
	else start();
	signal?.addEventListener("abort", destroy);

	return {
		on(type, listener) {
			const all = listeners.get(type) ?? new Set();
			if (!isGone) listeners.set(type, all.add(listener as Listener));
			return () => void all.delete(listener as Listener);
		},
		update({ locale, theme, fields, disabled }) {
			options = { ...options, ...plain<object>({ locale, theme, fields, disabled }) };
			send?.({ type: "options", options: frameOptions(options) });
		},
		focus: (field) => send?.({ type: "focus", field }),
		clear: () => send?.({ type: "clear" }),
		async tokenize({ signal: callSignal } = {}) {
			if (isGone) throw new CardFormError("destroyed");
			if (failure) throw new CardFormError(failure);
			const result = await calls.tokenize(callSignal);
			emit("token", { token: result.token });
			return result;
		},
		destroy,
	};
}

/** The language to speak: the one that was asked for, or the page's, or the browser's. */
export function localeOf({ locale }: CardFormOptions): string {
	return locale || document.documentElement.lang || navigator.language;
}

function frameOptions(options: CardFormOptions): FrameOptions {
	const { theme = {}, fields = {}, disabled = false } = options;
	return {
		locale: localeOf(options),
		theme: plain(theme),
		fields: { name: fields.name === true, postalCode: fields.postalCode === true },
		disabled: disabled === true,
	};
}

/** A copy without what is undefined, and without what cannot be sent to another window. */
function plain<T>(value: T): T {
	return JSON.parse(JSON.stringify(value));
}
