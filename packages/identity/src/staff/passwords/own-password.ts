import { z } from "@hono/zod-openapi";
import type { StaffSession } from "../sessions/sessions.ts";
import type { AttemptOrigin } from "../sign-in/attempts.ts";
import type { SignInContext } from "../sign-in/sign-in-context.ts";
import { requirePassword } from "./passwords.ts";

export const longestField = 512;

export const ownPasswordField = z
	.string("Send your password.")
	.max(longestField, "The password is wrong.")
	.openapi({ description: "The user's current password" });

/** @throws Problem 400 at the field, 429 */
export function requireOwnPassword(
	signInContext: SignInContext,
	{ staffSession, clientAddress, requestId }: AttemptOrigin & { staffSession: StaffSession },
	field: string,
	password: string,
): Promise<void> {
	return requirePassword(signInContext, staffSession, { field, password, origin: { clientAddress, requestId } });
}
