import { framePath } from "../wire/addresses.ts";
import type { FailureCause, ToFrame, ToHost } from "../wire/messages.ts";
import { parseToHost } from "../wire/parse.ts";
import type { Progress } from "./attempts.ts";
import type { Emit } from "./events.ts";
import { gatewayFrame } from "./gateway-frame.ts";
import { awaitHello } from "./handshake.ts";
import { localeOf, type WatchedMountOptions } from "./options.ts";
import type { Answer } from "./token-calls.ts";

type Flat = { type: ToHost["type"]; id?: number; height?: number; title?: string; cause?: FailureCause };

export interface Handlers {
	report: (progress: Progress) => void;
	/** Also after a change of colour scheme. */
	onConnected: (send: (message: ToFrame) => void) => void;
	onAnswer: (answer: Answer) => void;
	onEvent: Emit;
}

const pageEvents = /^(change|brand|focus|blur|submit)$/;

/** px */
const rowHeight = 90;

/** @returns removes the frame and its listeners */
export function showFrame(
	container: Element,
	gateway: string,
	options: WatchedMountOptions,
	{ report, onConnected, onAnswer, onEvent }: Handlers,
): () => void {
	const nonce = crypto.getRandomValues(new Uint32Array(4)).join("-");
	const { publicKey: key, fields, ticket, about } = options;
	const query = new URLSearchParams({
		key,
		origin: location.origin,
		locale: localeOf(options),
		...(ticket && { ticket }),
		...about,
	});
	/** Reserved, so that nothing moves later. */
	const height = rowHeight * (2 + +!!fields?.name + +!!fields?.postalCode);
	const life = new AbortController();
	const { signal } = life;
	const frame = gatewayFrame(height, gateway, signal, () => report("csp"));
	const { style } = frame;
	let port: MessagePort | undefined;
	let isDark: boolean;

	function readScheme(): void {
		// `CanvasText` is light on a dark page.
		isDark = /\(2/.test(getComputedStyle(frame).color);
	}

	const connect = () => onConnected((message) => port?.postMessage({ ...message, isDark }));

	function take({ data }: MessageEvent<unknown>): void {
		const message = parseToHost(data);
		if (!message) return;
		const { type, id, height: asked, title = "", cause = "internal", ...event } = message as Flat;
		if (id) onAnswer(message as Answer);
		else if (asked) style.height = `${Math.max(height, asked)}px`;
		else if (type === "title") frame.title = title;
		else if (type === "failed") report(cause);
		else if (type === "ready") {
			style.background = style.colorScheme = "";
			style.transition = "color 1ms";
			frame.ontransitionend = () => {
				readScheme();
				connect();
			};
			report("ready");
		} else if (pageEvents.test(type)) onEvent(type as "change", event as never);
	}

	frame.title = "Card details";
	style.color = "CanvasText";
	style.background = "#8882";
	awaitHello(frame, gateway, nonce, signal, (connected) => {
		if (!connected) {
			report("version");
			return;
		}
		port = connected;
		port.onmessage = take;
		report("connected");
		connect();
	});
	frame.onload = () => port || report("loaded");
	frame.src = `${gateway}${framePath}?${query}#${nonce}`;
	container.prepend(frame);
	readScheme();
	// Browsers would otherwise add an opaque background.
	style.colorScheme = "light";
	return () => {
		life.abort();
		port?.close();
		frame.remove();
	};
}
