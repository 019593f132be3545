interface PagePolicy {
	/** Origins whose pages may show this one in a frame. */
	ancestors: string[];
	/** The bank's address, while the payer may go there. */
	bankUrl?: string | undefined;
}

/** The bank's page leads to others, of any https origin, and back here. The bank of the sandbox has http. */
export function payerPagePolicy({ ancestors, bankUrl }: PagePolicy): string {
	const bank = bankUrl === undefined ? undefined : new URL(bankUrl).origin;
	const frames = ["'self'", "https:", ...(bank?.startsWith("http:") ? [bank] : [])];
	return [
		"default-src 'none'",
		"script-src 'self'",
		"style-src 'self'",
		"img-src 'self' data:",
		"connect-src 'self'",
		"base-uri 'none'",
		...(bank === undefined ? ["form-action 'self'"] : [`form-action 'self' ${bank}`, `frame-src ${frames.join(" ")}`]),
		["frame-ancestors 'self'", ...ancestors].join(" "),
		"require-trusted-types-for 'script'",
		"trusted-types 'none'",
	].join("; ");
}
