/** Separates a payment's id from its refund's: processors find a refund by both. */
const between = "/";

export function refundIdOf(connectorTransactionId: string | undefined, refundId: string): string {
	return connectorTransactionId === undefined ? refundId : `${connectorTransactionId}${between}${refundId}`;
}

export function partsOfRefundId(id: string): { connectorTransactionId: string; connectorRefundId: string } {
	const position = id.lastIndexOf(between);
	const connectorRefundId = id.slice(position + 1);
	return { connectorTransactionId: position < 0 ? id : id.slice(0, position), connectorRefundId };
}
