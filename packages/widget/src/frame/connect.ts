import { type Hello, protocol } from "../wire/messages.ts";
import { parseConnect } from "../wire/parse.ts";
import { helloEveryMs, payerPatienceMs } from "../wire/time-limits.ts";

/** Accepts only the parent window, on the gateway's origin, with the frame's nonce. */
export function connect(origin: string, nonce: string): Promise<MessagePort | undefined> {
	const hello: Hello = { cardseal: "hello", protocol, nonce };
	return new Promise((resolve) => {
		const sayHello = () => parent.postMessage(hello, origin);
		const repeating = setInterval(sayHello, helloEveryMs);
		const givingUp = setTimeout(() => settle(undefined), payerPatienceMs);

		function settle(port: MessagePort | undefined): void {
			clearInterval(repeating);
			clearTimeout(givingUp);
			removeEventListener("message", listen);
			resolve(port);
		}

		function listen(event: MessageEvent<unknown>): void {
			if (event.origin !== origin || event.source !== parent) return;
			const answer = parseConnect(event.data);
			const [port, ...others] = event.ports;
			if (answer?.protocol !== protocol || answer.nonce !== nonce || !port || others.length > 0) return;
			settle(port);
		}

		addEventListener("message", listen);
		sayHello();
	});
}
