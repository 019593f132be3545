import { dictionary } from "@zxcvbn-ts/language-common";

/** In characters (PCI DSS 8.3.6). */
const shortestPassword = 12;
/** In characters. Longer ones are no better, and take long to hash. */
export const longestPassword = 128;

/** For the form's own hint. */
export const passwordHint = `At least ${shortestPassword} characters, with letters and digits.`;

const refusals = {
	short: `Use at least ${shortestPassword} characters.`,
	long: `Use at most ${longestPassword} characters.`,
	plain: "Use letters and digits.",
	common:
		"This password is on lists that attackers try first. Use one that nobody else has, such as four words and a number.",
	own: "Use a password that does not have your name or e-mail address in it.",
};

/** The 49,000 passwords that were found most in breaches, in lower case. */
const common = new Set(dictionary["passwords-common"].map(String));

/** Shorter parts of names are in many words. */
const shortestOwnPart = 4;

/** Whose password it is to be. */
export interface PasswordOwner {
	email: string;
	name: string;
}

/** Why a password cannot be taken; `undefined` when it can. Pure. */
export function passwordProblem(password: string, owner: PasswordOwner): string | undefined {
	const length = [...password].length;
	if (length < shortestPassword) return refusals.short;
	if (password.length > longestPassword) return refusals.long;
	if (!/\p{L}/u.test(password) || !/\p{Nd}/u.test(password)) return refusals.plain;
	if (isCommon(password)) return refusals.common;
	return isMadeOf(owner, password) ? refusals.own : undefined;
}

/** Digits and signs around a common word are the first thing that is tried. */
function isCommon(password: string): boolean {
	const text = password.toLowerCase();
	return common.has(text) || common.has(text.replace(/^[^\p{L}]+|[^\p{L}]+$/gu, ""));
}

function isMadeOf({ email, name }: PasswordOwner, password: string): boolean {
	const [mailbox = ""] = email.split("@");
	const parts = [mailbox, ...name.split(/\s+/)].filter((part) => part.length >= shortestOwnPart);
	return parts.some((part) => password.toLowerCase().includes(part.toLowerCase()));
}
