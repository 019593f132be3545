import { newLookupId } from "../../ids.ts";

/** The other workers of the same gateway, which share its `DATA_DIR`. */
export interface Peers {
	gatewayId: string;
	isWorker: boolean;
	/** The public URL of a worker that served requests when this one began. */
	publicUrl: string | undefined;
	/** Called after the last insert. Resolves with `true` in the last worker. */
	leave(): Promise<boolean>;
}

export function noPeers(): Peers {
	return { gatewayId: newLookupId(), isWorker: false, publicUrl: undefined, leave: async () => true };
}
