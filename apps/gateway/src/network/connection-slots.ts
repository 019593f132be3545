import { clientNetworks, type NetworkLimits } from "./client-network.ts";

export interface ConnectionLimits {
	/** Open connections of all clients. */
	total: number;
	/** Open connections of one network. */
	perNetwork: NetworkLimits;
	/** The last slots, for networks with few connections. */
	reserve: number;
	/** Open connections with which a network may use the reserve. */
	fewPerNetwork: number;
}

/** A quarter of all slots for a host, half for a site. */
export const connectionLimits: ConnectionLimits = {
	total: 4_096,
	perNetwork: [1_024, 1_536, 2_048],
	reserve: 512,
	fewPerNetwork: 16,
};

/** Counts open connections by network, so that one host cannot take them all (rule X-12). */
export class ConnectionSlots {
	readonly #limits: ConnectionLimits;
	/** Open connections by network; bounded, as each has at least one. */
	readonly #open = new Map<string, number>();
	#total = 0;

	constructor(limits: ConnectionLimits) {
		this.#limits = limits;
	}

	/**
	 * Takes a slot for a connection.
	 *
	 * @param isProxy true for a trusted proxy, which has the connections of many clients
	 * @returns the function that frees the slot; `undefined` when there is none
	 */
	take(address: string, { isProxy }: { isProxy: boolean }): (() => void) | undefined {
		const { total, reserve, fewPerNetwork, perNetwork } = this.#limits;
		if (this.#total >= total) return undefined;
		const networks = clientNetworks(address);
		const counts = networks.map((network) => this.#open.get(network) ?? 0);
		if (!isProxy) {
			const isReserve = this.#total >= total - reserve;
			const isFull = counts.some((count, index) => count >= (perNetwork[index] ?? 0));
			if (isFull || (isReserve && counts.some((count) => count >= fewPerNetwork))) return undefined;
		}
		this.#change(networks, 1);
		return () => this.#change(networks, -1);
	}

	#change(networks: string[], by: number): void {
		this.#total += by;
		for (const network of networks) {
			const count = (this.#open.get(network) ?? 0) + by;
			if (count === 0) this.#open.delete(network);
			else this.#open.set(network, count);
		}
	}
}
