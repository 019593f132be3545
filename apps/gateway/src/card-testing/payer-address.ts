import { isIP } from "node:net";
import { z } from "@hono/zod-openapi";

const advice = "Send an IPv4 or IPv6 address such as 203.0.113.9.";

/** Where a payer is, as the merchant's server saw it. The card form's session tells it where this is left out. */
export const payerAddressFields = {
	ip_address: z
		.string(advice)
		.refine((text) => isIP(text) !== 0, advice)
		.nullable()
		.optional()
		.openapi({
			description: "The payer's address, for the guard against card testing; not kept. Never your server's own",
			example: "203.0.113.9",
		}),
};

/** A request that may tell where its payer is. */
export interface PayerAddress {
	ip_address?: string | null | undefined;
}
