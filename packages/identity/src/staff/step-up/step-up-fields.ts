import type { Language } from "@cardseal/platform";
import { field } from "@cardseal/platform/pages";
import { html } from "hono/html";
import type { StaffSession } from "../sessions/sessions.ts";

export const stepUpWords: Record<Language, { password: string; code: string; codeHint: string; refused: string }> = {
	en: {
		password: "Your password",
		code: "Code",
		codeHint: "Six digits from your authenticator, or a recovery code. Each works once.",
		refused: "The password or the code is wrong, or your account is locked for now.",
	},
	fr: {
		password: "Votre mot de passe",
		code: "Code",
		codeHint:
			"Six chiffres de votre application d’authentification, ou un code de secours. Chacun ne sert qu’une fois.",
		refused: "Le mot de passe ou le code est erroné, ou votre compte est bloqué pour le moment.",
	},
};

/** No fields within five minutes after the last step-up. */
export function stepUpFields({ isSteppedUp, staff }: Pick<StaffSession, "isSteppedUp" | "staff">, language: Language) {
	if (isSteppedUp) return "";
	const { password, code, codeHint } = stepUpWords[language];
	const codeField = { name: "code", label: code, type: "text", autocomplete: "one-time-code", hint: codeHint } as const;
	return html`${field({ name: "password", label: password, type: "password", autocomplete: "current-password" })}
			${staff.hasSecondFactor ? field({ ...codeField, code: "letters" }) : ""}`;
}
