import type { FailureCause, FormOptions, ToFrame } from "../wire/messages.ts";
import { startAttempts } from "./attempts.ts";
import { complain } from "./complain.ts";
import { CardFormError } from "./errors.ts";
import type { Emit } from "./events.ts";
import { type FormMessage, rowHeight, showFrame } from "./frame.ts";
import { showRetryButton } from "./retry-button.ts";
import type { TokenCalls } from "./token-calls.ts";

export interface KeptFrameOptions {
	container: Element;
	gateway: string;
	publicKey: string;
	ticket?: string | undefined;
	about?: Record<string, string> | undefined;
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
		const place = { ...options, locale, height: rows * rowHeight, onConnected, onMessage, onScheme };
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
		onScheme();
	}

	function onScheme(): void {
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
		if (isLasting) complain(`${options.gateway}/docs#${cause}`);
		else if (cause === "timeout" || cause === "blocked") {
			complain(`no card form at ${options.gateway} (${cause}). Is this the gateway?`);
		}
		failure = cause;
		calls.rejectAll(new CardFormError(cause));
		// During an update, gateways of both versions answer.
		const canHelp = !isLasting || cause === "version";
		takeAway = showRetryButton(container, currentOptions().locale, canHelp ? start : undefined);
		emit("error", { cause });
	}

	start();
	return { failure: () => failure, send: (message) => send?.(message), takeAway: () => takeAway() };
}
