import { authenticateIn } from "../challenge/authenticate.ts";
import type { Authenticated } from "../challenge/challenge.ts";
import type { FieldName, NextAction, ToFrame } from "../wire/messages.ts";
import { startAttempts } from "./attempts.ts";
import { complain } from "./complain.ts";
import { CardFormError, type CardFormErrorCode } from "./errors.ts";
import { type CardFormEvents, createEvents } from "./events.ts";
import { showFrame } from "./frame.ts";
import { type CardFormOptions, formOptions, localeOf, plain, type WatchedMountOptions } from "./options.ts";
import { showRetryButton } from "./retry-button.ts";
import { createTokenCalls, type Tokenized } from "./token-calls.ts";

export interface CardForm {
	/** @returns stops listening */
	on<Type extends keyof CardFormEvents>(type: Type, listener: (event: CardFormEvents[Type]) => void): () => void;
	update(options: CardFormOptions): void;
	/** Default: the first field. */
	focus(field?: FieldName): void;
	clear(): void;
	/** @throws CardFormError by rejection */
	tokenize(options?: { signal?: AbortSignal }): Promise<Tokenized>;
	/**
	 * Shows the bank's page. Resolves once the charge is decided; the merchant's server reads how.
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
	let failure: CardFormErrorCode | undefined;
	let takeAway = () => {};
	let send: (message: ToFrame) => void = () => {};

	const sendOptions = () => send({ type: "options", options: formOptions(given) });

	function start(): void {
		takeAway();
		failure = undefined;
		calls.open();
		takeAway = startAttempts(
			(report) =>
				showFrame(container, gateway, given, {
					report,
					onConnected(connected) {
						send = connected;
						sendOptions();
					},
					onAnswer: calls.answer,
					onEvent: emit,
				}),
			() => {
				calls.open(send);
				emit("ready", {});
			},
			(cause) => {
				complain(`${gateway}/docs#${cause}`);
				end(cause);
				// During an update, gateways of both versions answer.
				takeAway = showRetryButton(container, localeOf(given), /csp|origin|key/.test(cause) ? undefined : start);
				emit("error", { cause });
			},
		);
	}

	function end(code: CardFormErrorCode): void {
		takeAway();
		failure = code;
		calls.rejectAll(new CardFormError(code));
	}

	const destroy = () => end("destroyed");

	if (signal?.aborted) destroy();
	else start();
	signal?.addEventListener("abort", destroy);

	return {
		on,
		update(changes) {
			given = { ...given, ...plain(changes) };
			sendOptions();
		},
		focus: (field) => send({ type: "focus", field }),
		clear: () => send({ type: "clear" }),
		async tokenize({ signal: callSignal } = {}) {
			const reason = failure ?? (given.disabled && "disabled");
			if (reason) throw new CardFormError(reason);
			const result = await calls.tokenize(callSignal);
			emit("token", { token: result.token });
			return result;
		},
		authenticate: (nextAction, options) => authenticateIn(container, nextAction, { gateway, signal, ...options }),
		destroy,
	};
}
