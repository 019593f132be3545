import { z } from "@hono/zod-openapi";
import type { StaffSession } from "../sessions/sessions.ts";
import type { AttemptOrigin } from "../sign-in/attempts.ts";
import type { SignInContext } from "../sign-in/sign-in-context.ts";
import { requirePassword } from "./passwords.ts";

/** No field with a password or a code is longer; what is beyond is nobody's. */
export const longestField = 512;

/** The password of whoever is signed in, asked for once more. */
export const ownPasswordField = z
	.string("Send your password.")
	.max(longestField, "This is not your password.")
	.openapi({ description: "The user's own, once more" });

/**
 * Has whoever is signed in prove it again by the password in a field of the request.
 *
 * @throws Problem 400 at the field, 429
 */
export function requireOwnPassword(
	signInContext: SignInContext,
	{ staffSession, clientAddress, requestId }: AttemptOrigin & { staffSession: StaffSession },
	field: string,
	password: string,
): Promise<void> {
	return requirePassword(signInContext, staffSession, { field, password, origin: { clientAddress, requestId } });
}
