/**
 * How the outbox knows a receipt that is sent again: by its transaction and a mark of its own, so that no mail server takes
 * it for the first one come twice.
 */
export function againReference(transactionId: string, copy: string): string {
	return `${transactionId}.${copy}`;
}

/** What such a reference was made of. */
export function readAgainReference(reference: string): { transactionId: string; copy: string } {
	const [transactionId = "", copy = ""] = reference.split(".");
	return { transactionId, copy };
}
