import { clientNetworks, type NetworkLimits } from "./client-network.ts";

/** Counts events by one or more keys in fixed windows, and tells when a key has had too many. */
export interface WindowLimit {
	/**
	 * Counts an event under each of its keys. A refused one counts nowhere, so that it neither extends the wait nor uses
	 * up the room of others.
	 *
	 * @param keys in the order of the limits
	 * @returns the ms until there is room again; `undefined` when the event is within the limits
	 */
	count(keys: readonly string[]): number | undefined;
	/** Takes an event back. */
	giveBack(keys: readonly string[]): void;
}

export interface WindowLimitOptions<Limits extends readonly number[]> {
	limits: Limits;
	windowMs: number;
	/** Elapsed time, which no change of the clock moves (rule X-36). */
	elapsedMs?: () => number;
	maximumKeys?: number;
}

interface Window {
	count: number;
	endsAt: number;
}

/** About 10 MB. A client with more networks is not stopped by limits on networks. */
const defaultMaximumKeys = 50_000;

/** Creates a limit in memory. When it has too many keys, it forgets the one whose window began first. */
export function createWindowLimit({
	limits,
	windowMs,
	elapsedMs = () => performance.now(),
	maximumKeys = defaultMaximumKeys,
}: WindowLimitOptions<readonly number[]>): WindowLimit {
	// In the order in which the windows began, which is that in which they end.
	const windows = new Map<string, Window>();

	function currentWindow(key: string, now: number): Window | undefined {
		const window = windows.get(key);
		return window !== undefined && window.endsAt > now ? window : undefined;
	}

	/** Deletes what has ended, and the oldest window when the map is full. */
	function makeRoom(now: number): void {
		for (const [key, { endsAt }] of windows) {
			if (endsAt > now && windows.size < maximumKeys) return;
			windows.delete(key);
		}
	}

	function begin(key: string, now: number): Window {
		windows.delete(key);
		makeRoom(now);
		const window = { count: 0, endsAt: now + windowMs };
		windows.set(key, window);
		return window;
	}

	return {
		count(keys) {
			const now = elapsedMs();
			const full = keys
				.map((key) => currentWindow(key, now))
				.find((window, index) => window !== undefined && window.count >= (limits[index] ?? 0));
			// No window begins for a refused event, so that a client with many keys fills no memory.
			if (full !== undefined) return full.endsAt - now;
			for (const key of keys) (currentWindow(key, now) ?? begin(key, now)).count += 1;
			return undefined;
		},
		giveBack(keys) {
			for (const key of keys) {
				const window = windows.get(key);
				if (window !== undefined) window.count = Math.max(0, window.count - 1);
			}
		},
	};
}

/** Counts events by the networks of a client; see `WindowLimit`. */
export interface NetworkLimit {
	count(address: string): number | undefined;
	giveBack(address: string): void;
}

/** Creates a limit by client network in memory, at /64, /56 and /48 for IPv6. */
export function createNetworkLimit(options: WindowLimitOptions<NetworkLimits>): NetworkLimit {
	const limit = createWindowLimit(options);
	return {
		count: (address) => limit.count(clientNetworks(address)),
		giveBack: (address) => limit.giveBack(clientNetworks(address)),
	};
}
