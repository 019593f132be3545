import { displayName, emailAddress } from "@cardseal/platform";
import { z } from "@hono/zod-openapi";

const nameAdvice = "Send the person's name.";

export const personFields = {
	email: emailAddress.openapi({ example: "ada@example.com" }),
	name: displayName
		.transform((text) => text.trim())
		.pipe(z.string().min(1, nameAdvice).max(100, "Use at most 100 characters."))
		.openapi({ example: "Ada Lovelace" }),
};
