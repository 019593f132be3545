/** Encrypts with a key that never leaves the service, such as an HSM. */
export interface KeyService {
	/** Names the key that seals. A sealed master key carries the name, so a later key does not hide it. */
	readonly keyName: string;
	/** @throws ConfigError that says what to do when the service or its key is missing, or the credentials are refused */
	seal(secret: Uint8Array): Promise<Buffer>;
	/**
	 * Undoes `seal`. Bytes that were changed, or sealed by another key, may give other bytes: compare the result.
	 *
	 * @throws ConfigError like `seal`
	 */
	unseal(keyName: string, sealed: Uint8Array): Promise<Buffer>;
}
