/** Gives each request that must not happen twice its Idempotency-Key: the same one for as long as it is the same request. */
export type RequestKeys = (body: object) => string;

/** @param newKey makes a key that was never used: `crypto.randomUUID` */
export function createRequestKeys(newKey: () => string): RequestKeys {
	let last: { text: string; key: string } | undefined;
	return (body) => {
		const text = JSON.stringify(body);
		if (last?.text !== text) last = { text, key: newKey() };
		return last.key;
	};
}
