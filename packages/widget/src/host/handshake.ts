import { type Connect, protocol } from "../wire/messages.ts";
import { parseHello } from "../wire/parse.ts";

export interface ListeningWindow {
	addEventListener(type: "message", listener: (event: MessageEvent<unknown>) => void): void;
	removeEventListener(type: "message", listener: (event: MessageEvent<unknown>) => void): void;
}

export interface HandshakeOptions {
	page: ListeningWindow;
	frame: () => Pick<Window, "postMessage"> | null | undefined;
	/** The gateway's exact origin. */
	origin: string;
	/** 128 random bits that only this frame knows. */
	nonce: string;
	onConnected: (port: MessagePort) => void;
	onOtherVersion: () => void;
}

/**
 * Answers the frame's hello with a port, once. Accepts only the window in our frame, on the gateway's origin, with the
 * nonce.
 *
 * @returns stops waiting
 */
export function awaitHello(options: HandshakeOptions): () => void {
	const { page, frame, origin, nonce, onConnected, onOtherVersion } = options;
	const stop = () => page.removeEventListener("message", listen);

	function listen(event: MessageEvent<unknown>): void {
		const window = frame();
		if (event.origin !== origin || !window || event.source !== window) return;
		const hello = parseHello(event.data);
		if (hello?.nonce !== nonce) return;
		stop();
		if (hello.protocol !== protocol) {
			onOtherVersion();
			return;
		}
		const { port1, port2 } = new MessageChannel();
		const answer: Connect = { ...hello, cardseal: "connect" };
		window.postMessage(answer, origin, [port2]);
		onConnected(port1);
	}

	page.addEventListener("message", listen);
	return stop;
}
