/** What a merchant's page has noticed by itself, at `window.seen`. */
export interface Seen {
	/** Breaches of the page's content security policy: directive and what was blocked. */
	violations: string[];
	/** Every message that came to the window, or through a channel that the page has opened, and every one it sent there. */
	messages: string[];
	errors: string[];
	/** The sum of all layout shifts, as the browser scores them. */
	layoutShift: number;
	/** Timers that have neither fired nor been cleared. */
	timers: Set<number>;
}

declare global {
	interface Window {
		seen: Seen;
	}
}

/**
 * Becomes the first script of every merchant's page, as text: what a curious page could notice is written down before any
 * other script can run. It may therefore use nothing from outside itself.
 */
export function watchPage(): void {
	const seen: Seen = { violations: [], messages: [], errors: [], layoutShift: 0, timers: new Set() };
	window.seen = seen;
	addEventListener("securitypolicyviolation", ({ effectiveDirective, blockedURI, sample }) => {
		// Firefox asks for an icon by itself, on every page there is.
		if (blockedURI.endsWith("/favicon.ico")) return;
		seen.violations.push(`${effectiveDirective}: ${blockedURI} ${sample}`);
	});
	addEventListener("error", ({ message }) => seen.errors.push(message));
	addEventListener("unhandledrejection", ({ reason }) => seen.errors.push(String(reason)));

	const note = (way: string, data: unknown) => seen.messages.push(`${way} ${JSON.stringify(data)}`);
	addEventListener("message", ({ data }) => note("window", data));
	const OrdinaryChannel = MessageChannel;
	window.MessageChannel = class extends OrdinaryChannel {
		constructor() {
			super();
			const send = this.port1.postMessage.bind(this.port1);
			this.port1.addEventListener("message", ({ data }) => note("from port", data));
			this.port1.postMessage = (data: unknown) => {
				note("to port", data);
				send(data);
			};
		}
	};

	// A browser that does not score shifts of the layout says so by having no such entry type.
	if (PerformanceObserver.supportedEntryTypes.includes("layout-shift")) {
		const add = (entry: PerformanceEntry & { value?: number }) => {
			seen.layoutShift += entry.value ?? 0;
		};
		new PerformanceObserver((list) => list.getEntries().forEach(add)).observe({ type: "layout-shift", buffered: true });
	}

	const { setTimeout: start, clearTimeout: stop, setInterval: repeat, clearInterval: stopRepeating } = window;
	const watched = {
		setTimeout(run: () => void, milliseconds?: number) {
			const id = start(() => {
				seen.timers.delete(id);
				run();
			}, milliseconds);
			seen.timers.add(id);
			return id;
		},
		clearTimeout(id?: number) {
			if (id !== undefined) seen.timers.delete(id);
			stop(id);
		},
		setInterval(run: () => void, milliseconds?: number) {
			const id = repeat(run, milliseconds);
			seen.timers.add(id);
			return id;
		},
		clearInterval(id?: number) {
			if (id !== undefined) seen.timers.delete(id);
			stopRepeating(id);
		},
	};
	Object.assign(window, watched);
}
