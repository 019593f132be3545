/** Observations of a merchant's page, at `window.seen`. */
export interface Seen {
	/** Policy violations: directive and blocked resource. */
	violations: string[];
	/** Every message that the window sent or received, also through its channels. */
	messages: string[];
	errors: string[];
	/** The browser's layout shift score. */
	layoutShift: number;
	/** Timers that neither fired nor were cleared. */
	timers: Set<number>;
}

declare global {
	interface Window {
		seen: Seen;
	}
}

/**
 * The first script of every merchant's page, as text: it records what a curious page could observe, before other
 * scripts run. It uses nothing from outside itself.
 */
export function watchPage(): void {
	const seen: Seen = { violations: [], messages: [], errors: [], layoutShift: 0, timers: new Set() };
	window.seen = seen;
	addEventListener("securitypolicyviolation", ({ effectiveDirective, blockedURI, sample }) => {
		// Firefox requests an icon for every page.
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

	// A browser without layout shift scores lacks this entry type.
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
