import type { StaffSession } from "../sessions/sessions.ts";

export const homePath = "/app";

/** These paths require a sign-in. */
const leadsBack = /^\/(?:app|oauth\/authorize)(?:[/?]|$)/;
/** These paths would redirect in a loop. */
const leadsRound =
	/^\/app\/(?:(?:live|demo)\/)?(?:sign-in|sign-out|second-factor|enrol|forgot-password|reset-password|invitation|api)(?:[/?]|$)/;

/** Longer than any address with a partner's `state`. */
const maximumCharacters = 8_192;

/**
 * The requested page if it belongs to this site, otherwise the home page. In browsers, "/\\evil.example" and
 * "/%2e%2e//evil.example" are not paths (rule X-28).
 */
export function nextPath(wanted: string | undefined): string {
	if (wanted === undefined || wanted.length > maximumCharacters) return homePath;
	// Browsers drop tabs and line breaks and read a backslash as a slash.
	if (!/^\/(?!\/)[\x21-\x5b\x5d-\x7e]*$/.test(wanted)) return homePath;
	const base = "http://cardseal.invalid";
	if (!URL.canParse(wanted, base)) return homePath;
	const url = new URL(wanted, base);
	if (url.origin !== base) return homePath;
	const path = `${url.pathname}${url.search}`;
	return leadsBack.test(path) && !leadsRound.test(path) ? path : homePath;
}

export function signInStepPath(session: Pick<StaffSession, "missing"> | undefined): string {
	if (session?.missing === "second_factor") return "/app/second-factor";
	if (session?.missing === "enrolment") return "/app/enrol";
	return "/app/sign-in";
}

export function pathWithNext(path: string, next: string | undefined): string {
	return next === undefined ? path : `${path}?next=${encodeURIComponent(next)}`;
}

export function afterSignIn(session: Pick<StaffSession, "missing"> | undefined, wanted: string | undefined): string {
	const next = nextPath(wanted);
	if (session !== undefined && session.missing === undefined) return next;
	return pathWithNext(signInStepPath(session), next === homePath ? undefined : next);
}
