/**
 * Whether a request that changes something came from the shop's own pages. Browsers say so themselves in `Sec-Fetch-Site`; where
 * that is missing (plain HTTP beyond the local machine, older browsers) the `Origin` has to be the shop's. A request with
 * neither is refused: no page of ours sends one.
 */
export function isSameOrigin(headers: Headers, shopOrigin: string): boolean {
	const site = headers.get("Sec-Fetch-Site");
	return site === null ? headers.get("Origin") === shopOrigin : site === "same-origin";
}
