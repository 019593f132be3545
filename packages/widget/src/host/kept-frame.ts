import type { FailureCause, FormOptions, ToFrame } from "../wire/messages.ts";
import { startAttempts } from "./attempts.ts";
import { CardFormError } from "./errors.ts";
import type { Emit } from "./events.ts";
import { type FormMessage, showFrame } from "./frame.ts";
import { showRetryButton } from "./retry-button.ts";
import type { TokenCalls } from "./token-calls.ts";

export interface KeptFrameOptions {
	container: Element;
	gateway: string;
	publicKey: string;
	ticket?: string | undefined;
	currentOptions: () => FormOptions;
	calls: TokenCalls;
	emit: Emit;
}

/** A frame with the form, or a button to try again. */
export interface KeptFrame {
	/** The reason why there is no form. */
	failure(): FailureCause | undefined;
	send(message: ToFrame): void;
	/** Removes the frame or button. */
	takeAway(): void;
}

/** px: the height of each row in the default theme, with room for messages. Rows grow where words wrap. */
const wideRow = 111;
const narrowRow = 150;

/** Loads a frame into the container, again after a failure or at the payer's request. */
export function keepFrame(options: KeptFrameOptions): KeptFrame {
	const { container, currentOptions, calls, emit } = options;
	let send: ((message: ToFrame) => void) | undefined;
	let failure: FailureCause | undefined;
	let takeAway: () => void;

	function start(): void {
		failure = undefined;
		const { locale, fields } = currentOptions();
		const rows = 2 + +fields.name + +fields.postalCode;
		// Reserved from the start, so that nothing moves when the form appears.
		const height = rows * (container.clientWidth > 500 ? wideRow : narrowRow);
		const place = { ...options, locale, height, onConnected, onMessage };
		takeAway = startAttempts({
			isOnline: () => navigator.onLine,
			load: (report) => load(showFrame(place, report)),
			onReady() {
				calls.open(send);
				emit("ready", {});
			},
			onFailed,
		});
	}

	/** @returns removes the frame */
	const load = (hide: () => void) => () => {
		send = undefined;
		calls.open();
		hide();
	};

	function onConnected(connected: typeof send): void {
		send = connected;
		send?.({ type: "options", options: currentOptions() });
	}

	function onMessage(message: FormMessage): void {
		if ("id" in message) calls.answer(message);
		else {
			const { type, ...event } = message;
			emit(type, event as never);
		}
	}

	function onFailed(cause: FailureCause, isLasting: boolean): void {
		// biome-ignore lint/suspicious/noConsole: the console is where the developer of the merchant's page looks.
		if (isLasting) console.error(`Cardseal: ${options.gateway}/docs#${cause}`);
		failure = cause;
		calls.rejectAll(new CardFormError(cause));
		takeAway = showRetryButton(container, currentOptions().locale, start);
		emit("error", { cause });
	}

	start();
	return { failure: () => failure, send: (message) => send?.(message), takeAway: () => takeAway() };
}
