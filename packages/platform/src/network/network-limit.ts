import type { Clock } from "../clock.ts";
import type { Database } from "../db/database.ts";
import { addToCounts, takeFromCounts } from "./client-counts.store.ts";
import { clientNetworks, type NetworkLimits } from "./client-network.ts";

export interface WindowLimitOptions<Limits extends readonly number[]> {
	database: Database;
	clock: Clock;
	name: string;
	limits: Limits;
	windowMs: number;
}

/** An attacker's further events then cost no statement. */
const rememberMs = 5_000;

const maximumRemembered = 50_000;

/** Fixed windows, for all gateways together. */
export function createWindowLimit({ database, clock, name, limits, windowMs }: WindowLimitOptions<readonly number[]>) {
	const full = createFullKeys();
	return {
		/** Refused events count nowhere. Keys have the order of the limits. Returns the ms until there is room. */
		async count(keys: readonly string[]): Promise<number | undefined> {
			const now = clock.now();
			const knownEnd = full.endOf(keys, now);
			if (knownEnd !== undefined) return knownEnd - now;
			const counted = await addToCounts(database, name, keys, { now, windowMs });
			const over = counted.filter(({ key, count }) => count > (limits[keys.indexOf(key)] ?? 0));
			if (over.length === 0) return undefined;
			await takeFromCounts(database, name, keys);
			for (const { key, endsAt } of over) full.add(key, { endsAt, forgetAt: now + rememberMs });
			return Math.max(...over.map(({ endsAt }) => endsAt)) - now;
		},
		giveBack: (keys: readonly string[], transaction = database) => takeFromCounts(transaction, name, keys),
	};
}

interface FullKey {
	endsAt: number;
	forgetAt: number;
}

function createFullKeys() {
	const known = new Map<string, FullKey>();

	function isKnown({ endsAt, forgetAt }: FullKey, now: number): boolean {
		// The clock may go back.
		return now < Math.min(endsAt, forgetAt) && now >= forgetAt - rememberMs;
	}

	return {
		endOf(keys: readonly string[], now: number): number | undefined {
			const ends = keys.flatMap((key) => known.get(key) ?? []).filter((key) => isKnown(key, now));
			return ends.length === 0 ? undefined : Math.max(...ends.map(({ endsAt }) => endsAt));
		},
		add(key: string, found: FullKey): void {
			known.delete(key);
			known.set(key, found);
			const [oldest] = known.keys();
			if (known.size > maximumRemembered && oldest !== undefined) known.delete(oldest);
		},
	};
}

export type NetworkLimit = ReturnType<typeof createNetworkLimit>;

/** Counts IPv6 at /64, /56 and /48. */
export function createNetworkLimit(options: WindowLimitOptions<NetworkLimits>) {
	const limit = createWindowLimit(options);
	return {
		count: (address: string) => limit.count(clientNetworks(address)),
		giveBack: (address: string, database?: Database) => limit.giveBack(clientNetworks(address), database),
	};
}
