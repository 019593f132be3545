import { isIP } from "node:net";
import { z } from "@hono/zod-openapi";

const advice = "Send an IPv4 or IPv6 address such as 203.0.113.9.";

/** The card form's session has the network if this is missing. */
export const payerAddressFields = {
	ip_address: z
		.string(advice)
		.refine((text) => isIP(text) !== 0, advice)
		.nullable()
		.optional()
		.openapi({
			description:
				"The payer's IP address, for card-testing protection. It is not stored. Never send your server's own address",
			example: "203.0.113.9",
		}),
};

export interface PayerAddress {
	ip_address?: string | null | undefined;
}
