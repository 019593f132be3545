import { newLookupId } from "../../ids.ts";

/** Workers of a gateway share its `DATA_DIR`. */
export interface Peers {
	gatewayId: string;
	isWorker: boolean;
	/** `undefined` when no worker served before. */
	publicUrl: string | undefined;
	/** Resolves with `true` in the last worker. */
	leave(): Promise<boolean>;
}

export function noPeers(): Peers {
	return { gatewayId: newLookupId(), isWorker: false, publicUrl: undefined, leave: async () => true };
}
