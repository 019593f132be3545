import { type Connect, protocol } from "../wire/messages.ts";

/**
 * Answers one hello with a port. Accepts only our frame's window, on the gateway's origin, with the nonce.
 *
 * @param origin the gateway's exact origin
 * @param nonce 128 random bits that only this frame knows
 * @param onHello without a port if the frame is of another version
 */
export function awaitHello(
	frame: Pick<HTMLIFrameElement, "contentWindow">,
	origin: string,
	nonce: string,
	signal: AbortSignal,
	onHello: (port?: MessagePort) => void,
): void {
	let isUsed = false;
	addEventListener(
		"message",
		({ origin: from, source, data }) => {
			const window = frame.contentWindow;
			if (isUsed || from !== origin || !window || source !== window || data?.nonce !== nonce) return;
			isUsed = true;
			if (data.protocol !== protocol) {
				onHello();
				return;
			}
			const { port1, port2 } = new MessageChannel();
			const answer: Connect = { cardseal: "connect", protocol, nonce };
			window.postMessage(answer, origin, [port2]);
			onHello(port1);
		},
		{ signal },
	);
}
