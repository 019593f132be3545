/** The key never leaves the service, such as an HSM. */
export interface KeyService {
	/** The key that seals. A sealed master key carries the name, so a later key does not hide it. */
	readonly keyName: string;
	/** @throws ConfigError that says what to do when the service or its key is missing, or the credentials are refused */
	seal(secret: Uint8Array): Promise<Buffer>;
	/**
	 * Changed bytes may give other bytes: compare the result.
	 * @throws ConfigError like `seal`
	 */
	unseal(keyName: string, sealed: Uint8Array): Promise<Buffer>;
}
