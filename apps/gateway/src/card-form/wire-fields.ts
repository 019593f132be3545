import { isOrigin } from "@cardseal/merchants/gateway";
import { z } from "@hono/zod-openapi";

const keyAdvice = "Send a public key, which begins with pktest1 or pklive1.";
const originAdvice = "Send an origin such as https://shop.example, without a path.";

/** A malformed key is refused like an unknown one. */
export const publicKeySchema = z
	.string(keyAdvice)
	.max(5_000, keyAdvice)
	.openapi({ description: "The merchant's public key", example: "pktest1…" });

const ticketAdvice = "Send the ticket of the session.";

/** A wrong ticket is like none. */
export const ticketSchema = z
	.string(ticketAdvice)
	.max(100, ticketAdvice)
	.openapi({ description: "The ticket of the virtual terminal's session; none on merchants' pages" });

export const originSchema = z
	.string(originAdvice)
	.refine(isOrigin, originAdvice)
	.openapi({ description: "The origin of the page that embeds the form", example: "https://shop.example" });
