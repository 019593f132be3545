import { framePath } from "../wire/addresses.ts";
import type { ToFrame, ToHost } from "../wire/messages.ts";
import { parseToHost } from "../wire/parse.ts";
import type { Progress } from "./attempts.ts";
import { awaitHello } from "./handshake.ts";

/** What the form has to say, beside how high it is and whether it works. */
export type FormMessage = Exclude<ToHost, { type: "ready" | "size" }>;

export interface ShowFrameOptions {
	container: Element;
	gateway: string;
	publicKey: string;
	locale: string;
	/** px: the least height of the frame: what is there when the form comes, so that nothing moves. */
	height: number;
	/** Whatever is not about the frame itself. */
	onMessage: (message: FormMessage) => void;
	onConnected: (send: (message: ToFrame) => void) => void;
}

/**
 * Puts the frame into its place and reports what becomes of it. Styles are set one by one: markup with styles, or with
 * anything else, would need the permission of the page's policy.
 *
 * @returns takes the frame away, with all that listened to it
 */
export function showFrame(options: ShowFrameOptions, report: (progress: Progress) => void): () => void {
	const { container, gateway, publicKey, locale, height } = options;
	// 128 random bits.
	const nonce = crypto.getRandomValues(new Uint32Array(4)).join("-");
	const query = new URLSearchParams({ key: publicKey, origin: location.origin, locale });
	const frame = document.createElement("iframe");
	frame.title = "Cardseal";
	frame.allow = "";
	frame.referrerPolicy = "no-referrer";
	frame.setAttribute("sandbox", "allow-scripts allow-same-origin allow-forms");
	Object.assign(frame.style, { border: 0, display: "block", width: "100%", colorScheme: "normal" });
	frame.style.height = `${height}px`;

	let port: MessagePort | undefined;
	const stopWaiting = awaitHello({
		page: window,
		frame: () => frame.contentWindow,
		origin: gateway,
		nonce,
		onOtherVersion: () => report({ type: "failed", cause: "version" }),
		onConnected(connected) {
			port = connected;
			port.onmessage = ({ data }: MessageEvent<unknown>) => take(parseToHost(data));
			report({ type: "connected" });
			options.onConnected((message) => connected.postMessage(message));
		},
	});

	function take(message: ToHost | undefined): void {
		if (!message) return;
		if (message.type === "size") frame.style.height = `${Math.max(height, message.height)}px`;
		else if (message.type === "ready" || (message.type === "failed" && message.id === undefined)) report(message);
		else options.onMessage(message);
	}

	const life = new AbortController();
	watchPolicy(gateway, life.signal, () => report({ type: "failed", cause: "csp" }));
	frame.onload = () => port || report({ type: "loaded" });
	frame.src = `${gateway}${framePath}?${query}#${nonce}`;
	container.prepend(frame);
	return () => {
		stopWaiting();
		life.abort();
		port?.close();
		frame.remove();
	};
}

/** Learns from the browser that the page's own policy forbids the frame. */
function watchPolicy(gateway: string, signal: AbortSignal, onForbidden: () => void): void {
	function listen({ disposition, effectiveDirective, blockedURI }: SecurityPolicyViolationEvent): void {
		// A policy that only reports forbids nothing.
		const isForbidden = disposition === "enforce" && effectiveDirective === "frame-src";
		if (isForbidden && blockedURI.startsWith(gateway)) onForbidden();
	}
	document.addEventListener("securitypolicyviolation", listen, { signal });
}
