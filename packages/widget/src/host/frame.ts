import { framePath } from "../wire/addresses.ts";
import type { ToFrame, ToHost } from "../wire/messages.ts";
import { parseToHost } from "../wire/parse.ts";
import type { Progress } from "./attempts.ts";
import { awaitHello } from "./handshake.ts";

export type FormMessage = Exclude<ToHost, { type: "ready" | "size" | "title" | "done" | "canceled" }>;

export interface ShowFrameOptions {
	container: Element;
	gateway: string;
	publicKey: string;
	ticket?: string | undefined;
	about?: Record<string, string> | undefined;
	locale: string;
	/** Reserved so that nothing moves when the form appears. */
	height: number;
	onMessage: (message: FormMessage) => void;
	onConnected: (send: (message: ToFrame) => void) => void;
	onScheme: () => void;
}

export const rowHeight = 90;

/**
 * A page's policy may forbid markup with styles.
 *
 * @returns removes the frame and all its listeners
 */
export function showFrame(options: ShowFrameOptions, report: (progress: Progress) => void): () => void {
	const { gateway, publicKey: key, ticket, locale, height } = options;
	const nonce = crypto.getRandomValues(new Uint32Array(4)).join("-");
	const query = new URLSearchParams({
		key,
		origin: location.origin,
		locale,
		...(ticket && { ticket }),
		...options.about,
	});
	const frame = gatewayFrame(height);
	const { style } = frame;
	frame.title = "Card details";
	style.color = "CanvasText";
	style.background = "#8882";

	let port: MessagePort | undefined;
	const stopWaiting = awaitHello({
		page: window,
		frame: () => frame.contentWindow,
		origin: gateway,
		nonce,
		onOtherVersion: () => report("version"),
		onConnected(connected) {
			port = connected;
			port.onmessage = ({ data }: MessageEvent<unknown>) => take(parseToHost(data));
			report("connected");
			options.onConnected((message) => connected.postMessage({ ...message, isDark }));
		},
	});

	const isPageDark = () => /\(2/.test(getComputedStyle(frame).color);

	function onReady(): void {
		style.background = style.colorScheme = "";
		style.transition = "color 1ms";
		frame.ontransitionend = () => {
			isDark = isPageDark();
			options.onScheme();
		};
		report("ready");
	}

	function take(message: ToHost | undefined): void {
		if (!message) return;
		if (message.type === "size") style.height = `${Math.max(height, message.height)}px`;
		else if (message.type === "title") frame.title = message.title;
		else if (message.type === "ready") onReady();
		else if (message.type === "failed" && message.id === undefined) report(message.cause);
		// The rest is of the payer's page, which is another frame.
		else options.onMessage(message as FormMessage);
	}

	const life = new AbortController();
	watchPolicy(gateway, life.signal, () => report("csp"));
	frame.onload = () => port || report("loaded");
	frame.src = `${gateway}${framePath}?${query}#${nonce}`;
	options.container.prepend(frame);
	let isDark = isPageDark();
	// Browsers would otherwise hide the outline behind an opaque background.
	style.colorScheme = "light";
	return () => {
		stopWaiting();
		life.abort();
		port?.close();
		frame.remove();
	};
}

/**
 * @param height px
 * @param alsoAllowed further words of the attribute `sandbox`
 */
export function gatewayFrame(height: number, alsoAllowed = ""): HTMLIFrameElement {
	const frame = document.createElement("iframe");
	frame.referrerPolicy = "no-referrer";
	frame.setAttribute("sandbox", `allow-scripts allow-same-origin allow-forms${alsoAllowed}`);
	frame.style.cssText = `border:0;display:block;width:100%;height:${height}px;grid-column:1/-1`;
	return frame;
}

export function watchPolicy(gateway: string, signal: AbortSignal, onForbidden: () => void): void {
	document.addEventListener(
		"securitypolicyviolation",
		(event) => {
			// A report-only policy forbids nothing.
			const isForbidden = event.disposition === "enforce" && event.effectiveDirective === "frame-src";
			if (isForbidden && event.blockedURI.startsWith(gateway)) onForbidden();
		},
		{ signal },
	);
}
