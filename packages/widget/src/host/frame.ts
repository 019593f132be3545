import { framePath } from "../wire/addresses.ts";
import type { FailureCause, ToFrame, ToHost } from "../wire/messages.ts";
import { parseToHost } from "../wire/parse.ts";
import type { Progress } from "./attempts.ts";
import { awaitHello } from "./handshake.ts";

export interface FrameOptions {
	container: Element;
	gateway: string;
	publicKey: string;
	locale: string;
	/** px: the least height of the frame: what is there when the form comes, so that nothing moves. */
	height: number;
	onMessage: (message: ToHost) => void;
	onConnected: (send: (message: ToFrame) => void) => void;
}

/** 128 random bits as hexadecimal digits. */
function makeNonce(): string {
	const octets = crypto.getRandomValues(new Uint8Array(16));
	return Array.from(octets, (octet) => octet.toString(16).padStart(2, "0")).join("");
}

/**
 * Puts the frame into its place and reports what becomes of it. Styles are set one by one: markup with styles, or with
 * anything else, would need the permission of the page's policy.
 *
 * @returns takes the frame away, with all that listened to it
 */
export function showFrame(options: FrameOptions, report: (progress: Progress) => void): () => void {
	const { container, gateway, publicKey, locale, height } = options;
	const nonce = makeNonce();
	const query = new URLSearchParams({ key: publicKey, origin: location.origin, locale });
	const frame = document.createElement("iframe");
	frame.title = "Cardseal";
	frame.setAttribute("sandbox", "allow-scripts allow-same-origin allow-forms");
	frame.allow = "";
	frame.referrerPolicy = "no-referrer";
	const look = { border: "0", display: "block", width: "100%", height: `${height}px`, colorScheme: "normal" };
	Object.assign(frame.style, look);

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
		else if (message.type === "ready") report({ type: "ready" });
		else if (message.type === "failed" && message.id === undefined) report({ type: "failed", cause: message.cause });
		options.onMessage(message);
	}

	const stopWatching = watchPolicy(gateway, (cause) => report({ type: "failed", cause }));
	frame.onload = () => port || report({ type: "loaded" });
	frame.src = `${gateway}${framePath}?${query}#${nonce}`;
	container.prepend(frame);
	return () => {
		stopWaiting();
		stopWatching();
		frame.onload = null;
		port?.close();
		frame.remove();
	};
}

/** Learns from the browser that the page's own policy forbids the frame. */
function watchPolicy(gateway: string, onForbidden: (cause: FailureCause) => void): () => void {
	function listen({ disposition, effectiveDirective, blockedURI }: SecurityPolicyViolationEvent): void {
		// A policy that only reports forbids nothing.
		const isForbidden = disposition === "enforce" && effectiveDirective === "frame-src";
		if (isForbidden && blockedURI.startsWith(gateway)) onForbidden("csp");
	}
	document.addEventListener("securitypolicyviolation", listen);
	return () => document.removeEventListener("securitypolicyviolation", listen);
}
