import { clientNetworks, type NetworkLimits } from "./client-network.ts";

export interface ConnectionLimits {
	total: number;
	perNetwork: NetworkLimits;
}

export const connectionLimits: ConnectionLimits = {
	total: 4_096,
	perNetwork: [1_024, 1_536, 2_048],
};

export type ConnectionSlots = ReturnType<typeof createConnectionSlots>;

/** One host cannot take all connections (rule X-12). */
export function createConnectionSlots(limits: ConnectionLimits) {
	const open = new Map<string, number>();
	let total = 0;
	const change = (networks: string[], by: number) => {
		total += by;
		for (const network of networks) {
			const count = (open.get(network) ?? 0) + by;
			if (count === 0) open.delete(network);
			else open.set(network, count);
		}
	};
	return {
		/** A trusted proxy has many clients. Returns the function that frees the slot. */
		take(address: string, { isProxy }: { isProxy: boolean }): (() => void) | undefined {
			if (total >= limits.total) return undefined;
			const networks = clientNetworks(address);
			const isFull = networks.some((network, index) => (open.get(network) ?? 0) >= (limits.perNetwork[index] ?? 0));
			if (isFull && !isProxy) return undefined;
			change(networks, 1);
			return () => change(networks, -1);
		},
	};
}
