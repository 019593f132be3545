/**
 * Moneris charges a stored card without its security code only by its own id of the stored card. So the id of the storing
 * charge has both: the network's, and Moneris' after a dot.
 */
const storedForm = /^(?:(?<issuerId>.{1,15})\.)?(?<paymentMethodId>[A-Za-z]{2}\d{2}[A-Za-z0-9]{26})$/;

export function storedIdOf(issuerId: string | null | undefined, paymentMethodId: string): string {
	return issuerId ? `${issuerId}.${paymentMethodId}` : paymentMethodId;
}

/** An id from another processor is the network's alone. */
export function partsOfStoredId(id: string | null): { issuerId?: string; paymentMethodId?: string } {
	if (id === null) return {};
	const { issuerId, paymentMethodId } = storedForm.exec(id)?.groups ?? {};
	if (paymentMethodId === undefined) return [...id].length <= 15 ? { issuerId: id } : {};
	return issuerId === undefined ? { paymentMethodId } : { issuerId, paymentMethodId };
}
