/** Requests in flight to one endpoint, of all gateways. */
export const perEndpoint = 8;

/** Requests in flight of one gateway: each has a connection, a body and a response of some KB. */
export const mostInFlight = 1_024;

/**
 * Returns how many requests one failing endpoint may have in flight. The more there are in all, the fewer, so that endpoints
 * that hang leave a quarter of the slots to healthy ones. Pure.
 *
 * @param inFlight requests of this gateway
 */
export function perFailingEndpoint(inFlight: number): number {
	if (inFlight < mostInFlight / 2) return perEndpoint;
	return inFlight < (mostInFlight * 3) / 4 ? 1 : 0;
}
