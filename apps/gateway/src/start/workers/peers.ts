/** Workers of a gateway share its `DATA_DIR`. */
export interface Peers {
	isWorker: boolean;
	/** `undefined` when no worker served before. */
	publicUrl: string | undefined;
}

export function noPeers(): Peers {
	return { isWorker: false, publicUrl: undefined };
}
