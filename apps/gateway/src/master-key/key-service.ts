/** Its key never leaves it. */
export interface KeyService {
	/** A later key does not hide the one that sealed. */
	readonly keyName: string;
	/** @throws ConfigError with advice when service, key or credentials fail */
	seal(secret: Uint8Array): Promise<Buffer>;
	/**
	 * Changed bytes may unseal: compare the result.
	 * @throws ConfigError like `seal`
	 */
	unseal(keyName: string, sealed: Uint8Array): Promise<Buffer>;
}
