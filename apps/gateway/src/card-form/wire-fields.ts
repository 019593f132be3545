import { z } from "@hono/zod-openapi";
import { isOrigin } from "./origin.ts";

const keyAdvice = "Send a public key, which begins with pktest1 or pklive1.";
const originAdvice = "Send an origin such as https://shop.example, without a path.";

/** Any text: one that is no key is answered as one that nobody has. */
export const publicKeySchema = z
	.string(keyAdvice)
	.max(100, keyAdvice)
	.openapi({ description: "The merchant's public key", example: "pktest1…" });

/** The origin of the page that the form stands in, exactly as browsers write it. */
export const originSchema = z
	.string(originAdvice)
	.refine(isOrigin, originAdvice)
	.openapi({ description: "The origin of the page that the form stands in", example: "https://shop.example" });
