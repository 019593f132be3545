import { type Language, Problem } from "@cardseal/platform";
import type { GatewayEnv } from "@cardseal/platform/http-env";
import { csrfTokenOf } from "@cardseal/platform/pages";
import type { Context } from "hono";
import { setSessionCookie } from "../sessions/session-cookie.ts";
import type { SignInContext } from "../sign-in/sign-in-context.ts";
import { stepUp } from "./step-up.ts";
import { stepUpWords } from "./step-up-fields.ts";

/**
 * Gives the session its new cookie.
 *
 * @returns the sentence to show with the form when password or second factor is wrong
 * @throws Problem 401, 429
 */
export async function stepUpByForm(
	signInContext: SignInContext,
	context: Context<GatewayEnv>,
	form: ReadonlyMap<string, string>,
	language: Language,
): Promise<string | undefined> {
	const session = context.get("staffSession");
	if (session.isSteppedUp) return undefined;
	const { clientAddress, requestId } = context.var;
	const given = { password: form.get("password") ?? "", code: form.get("code") ?? "", clientAddress, requestId };
	try {
		const { token } = await stepUp(signInContext, session, given);
		setSessionCookie(context, token);
		context.set("staffSession", { ...session, isSteppedUp: true, csrfToken: csrfTokenOf(token) });
		return undefined;
	} catch (error) {
		if (error instanceof Problem && error.code === "BAD_REQUEST") return stepUpWords[language].refused;
		throw error;
	}
}
