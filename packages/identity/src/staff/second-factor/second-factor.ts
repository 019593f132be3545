import { fieldProblem, Problem } from "@cardseal/platform";
import { type Caller, recordEvent, staffMember } from "@cardseal/platform/audit";
import type { Database } from "@cardseal/platform/db";
import { renderSVG } from "uqr";
import { recordSecurityEvent } from "../mails/security-event.ts";
import { findStaffByEmail, lockStaff } from "../members/members.store.ts";
import { deletePasskeys } from "../passkeys/passkeys.store.ts";
import {
	endSessions,
	isLiveStaff,
	lockSessionOf,
	memberOf,
	type OpeningStaff,
	type StaffSession,
} from "../sessions/sessions.ts";
import type { AttemptOrigin } from "../sign-in/attempts.ts";
import type { BrowserStanding } from "../sign-in/known-browser.ts";
import type { SignInContext } from "../sign-in/sign-in-context.ts";
import { hashRecoveryCode, newRecoveryCode, recoveryCodes } from "./recovery-code.ts";
import {
	findCodeFailures,
	findProposedSecret,
	findSecret,
	replaceRecoveryCodes,
	setCodeFailures,
	setProposedSecret,
	setSecret,
	takeProposedSecret,
	takeRecoveryCode,
	takeStep,
} from "./second-factor.store.ts";
import { describeSecret, isTotpCode, newTotpSecret, totpStep } from "./totp.ts";

const refusals = {
	code: "The code is wrong. Check the clock of your phone, and enter the current code.",
	live: "A live account needs a second factor. Set up another one first.",
	none: "This account has no second factor.",
	nobody: "There is no staff member with this email address.",
} as const;

/** Half an hour, doubled each time, at most a day. */
const codesPerLock = 10;
const firstLockMs = 30 * 60_000;
const longestLockMs = 24 * 3_600_000;

export function lockAfter(failed: number): number {
	if (failed % codesPerLock !== 0) return 0;
	return Math.min(firstLockMs * 2 ** (failed / codesPerLock - 1), longestLockMs);
}

export interface CodeAttempt extends AttemptOrigin {
	code: string;
	browser: BrowserStanding;
}

function contextOf(staffId: number): string {
	return `staff ${staffId}`;
}

/** @param again replaces an earlier proposal of this session */
export async function proposeSecondFactor(
	{ database, vault }: SignInContext,
	{ staff, sessionId }: StaffSession,
	{ again }: { again: boolean },
) {
	const proposed = again ? null : await findProposedSecret(database, sessionId);
	const secret = proposed === null ? newTotpSecret() : vault.unseal("second_factor", proposed, contextOf(staff.id));
	if (proposed === null) {
		await setProposedSecret(database, sessionId, vault.seal("second_factor", secret, contextOf(staff.id)));
	}
	const { uri, text } = describeSecret(secret, staff.email);
	return { secret: text, uri, svg: renderSVG(uri) };
}

/**
 * Ends all other sessions: an intruder may have opened them.
 *
 * @returns the recovery codes, shown only once, and the new value of the session cookie
 * @throws Problem 400 for a wrong code, 401
 */
export async function confirmSecondFactor(
	signInContext: SignInContext,
	session: StaffSession,
	{ code, caller }: { code: string; caller: Caller },
) {
	const { database, vault, clocks, sessions } = signInContext;
	const { staff, sessionId } = session;
	const sealed = await findProposedSecret(database, sessionId);
	const secret = sealed && vault.unseal("second_factor", sealed, contextOf(staff.id));
	const step = secret === null ? undefined : totpStep(secret, withoutBlanks(code), clocks.real.now());
	if (sealed === null || step === undefined)
		throw fieldProblem([{ field: "code", reason: "code_wrong", message: refusals.code }]);
	return database.transaction().execute(async (transaction) => {
		await lockSessionOf(transaction, session);
		const isMine = await takeProposedSecret(transaction, sessionId, sealed);
		if (!isMine) throw fieldProblem([{ field: "code", reason: "code_wrong", message: refusals.code }]);
		await setSecret(transaction, staff.id, { sealed, step });
		const codes = await renewCodes(signInContext, transaction, staff.id);
		await recordSecurityEvent(signInContext, transaction, memberOf(session), { type: "second_factor.enabled", caller });
		await sessions.endAll(transaction, { staff: memberOf(session), caller, except: sessionId });
		return { recoveryCodes: codes, token: await sessions.renew(transaction, session, { secondFactorDone: true }) };
	});
}

/**
 * @returns the new value of the session cookie; `undefined` when the code is wrong or used, or the account is locked
 * @throws Problem 401, 429
 */
export async function giveSecondFactor(
	signInContext: SignInContext,
	session: StaffSession,
	attempt: CodeAttempt,
): Promise<string | undefined> {
	const { database, attempts, sessions } = signInContext;
	const { staff } = session;
	await attempts.requireRoom(attempt);
	const account = { staffId: staff.id, browser: attempt.browser };
	const mayTry = await attempts.claim(account);
	const token = await database.transaction().execute(async (transaction) => {
		await lockSessionOf(transaction, session);
		if (!mayTry || !(await takeCode(signInContext, transaction, session, attempt))) return undefined;
		await attempts.succeed(transaction, { ...account, origin: attempt, isIn: true });
		return sessions.renew(transaction, session, { secondFactorDone: true });
	});
	if (token === undefined) attempts.fail(attempt, memberOf(session));
	return token;
}

/**
 * Consecutive wrong codes lock the codes, each time for longer: the password was right, so an intruder may guess.
 *
 * @returns `false` for a wrong or used code, and while codes are locked
 */
export async function takeCode(
	signInContext: SignInContext,
	transaction: Database,
	session: StaffSession,
	attempt: CodeAttempt,
): Promise<boolean> {
	const now = signInContext.clocks.real.now();
	const counted = { staffId: session.staff.id, browser: attempt.browser };
	const { failed, lockedUntil } = (await findCodeFailures(transaction, counted)) ?? { failed: 0, lockedUntil: 0 };
	if (now < lockedUntil) return false;
	if (await isRightCode(signInContext, transaction, session, attempt)) {
		if (failed > 0) await setCodeFailures(transaction, counted, { failed: 0, lockedUntil: 0 });
		return true;
	}
	const lockedMs = lockAfter(failed + 1);
	await setCodeFailures(transaction, counted, { failed: failed + 1, lockedUntil: lockedMs === 0 ? 0 : now + lockedMs });
	if (lockedMs > 0)
		await recordLock(signInContext, transaction, session, { attempt, isFirst: failed + 1 === codesPerLock });
	return false;
}

/** The member gets a mail about the first lock only. */
async function recordLock(
	{ clocks }: SignInContext,
	transaction: Database,
	session: StaffSession,
	{ attempt, isFirst }: { attempt: CodeAttempt; isFirst: boolean },
): Promise<void> {
	const event = { type: "second_factor.locked", caller: staffMember(session.staff.id, attempt) } as const;
	const member = memberOf(session);
	if (isFirst) return recordSecurityEvent({ clocks }, transaction, member, event);
	const about = { object: String(member.id), merchantId: member.merchantId };
	await recordEvent(transaction, clocks, { ...event, ...about });
}

async function isRightCode(
	signInContext: SignInContext,
	transaction: Database,
	session: StaffSession,
	attempt: CodeAttempt,
): Promise<boolean> {
	const { vault, clocks } = signInContext;
	const { id } = session.staff;
	const code = withoutBlanks(attempt.code);
	if (!isTotpCode(code)) {
		if (!(await takeRecoveryCode(transaction, id, hashRecoveryCode(vault, id, code)))) return false;
		const caller = staffMember(id, attempt);
		await recordSecurityEvent(signInContext, transaction, memberOf(session), { type: "recovery_code.used", caller });
		return true;
	}
	const sealed = await findSecret(transaction, id);
	const secret = sealed && vault.unseal("second_factor", sealed, contextOf(id));
	const step = secret === null ? undefined : totpStep(secret, code, clocks.real.now());
	return step !== undefined && takeStep(transaction, id, step);
}

/**
 * Ends the user's other sessions. Passkeys stay.
 *
 * @returns the new value of the session cookie
 * @throws Problem 401, 409 where it is required or already removed
 */
export async function removeSecondFactor(
	signInContext: SignInContext,
	session: StaffSession,
	caller: Caller,
): Promise<string> {
	const { sessionId } = session;
	return signInContext.database.transaction().execute(async (transaction) => {
		const { hasAuthenticator, hasPasskey, secondFactorDone } = await lockSessionOf(transaction, session);
		if (!hasPasskey) requireMayLose(session);
		if (!hasAuthenticator) throw new Problem("second_factor_missing", refusals.none);
		const staff = memberOf(session);
		await removeWithin(signInContext, transaction, { staff, caller, except: sessionId, keepsCodes: hasPasskey });
		return signInContext.sessions.renew(transaction, session, { secondFactorDone: hasPasskey && secondFactorDone });
	});
}

/** @throws Problem 409 for the staff of a live merchant without another one */
export function requireMayLose(session: StaffSession): void {
	if (isLiveStaff(session)) throw new Problem("second_factor_required", refusals.live);
}

/**
 * Removes all passkeys, too, and ends all sessions.
 *
 * @throws Problem 404, 409 when it is already disabled
 */
export async function resetSecondFactor(
	context: Pick<SignInContext, "database" | "clocks">,
	email: string,
	caller: Caller,
): Promise<{ email: string }> {
	return context.database.transaction().execute(async (transaction) => {
		const found = await findStaffByEmail(transaction, email);
		if (found === undefined) throw new Problem("staff_member_not_found", refusals.nobody);
		await lockStaff(transaction, [found.id]);
		const staff = await findStaffByEmail(transaction, email);
		if (staff === undefined) throw new Problem("staff_member_not_found", refusals.nobody);
		if (!staff.hasSecondFactor) throw new Problem("second_factor_missing", refusals.none);
		await deletePasskeys(transaction, staff.id);
		await removeWithin(context, transaction, { staff, caller });
		return { email: staff.email };
	});
}

async function removeWithin(
	{ clocks }: Pick<SignInContext, "clocks">,
	transaction: Database,
	{
		staff: { id, merchantId },
		caller,
		except,
		keepsCodes = false,
	}: { staff: OpeningStaff; caller: Caller; except?: string; keepsCodes?: boolean },
): Promise<void> {
	const staff = { id, merchantId };
	await setSecret(transaction, id, undefined);
	if (!keepsCodes) await replaceRecoveryCodes(transaction, id, []);
	await recordSecurityEvent({ clocks }, transaction, staff, { type: "second_factor.disabled", caller });
	await endSessions(transaction, clocks, { staff, caller, ...(except !== undefined && { except }) });
}

/** The previous codes become invalid. @throws Problem 401, 409 without a second factor */
export async function renewRecoveryCodes(
	signInContext: SignInContext,
	session: StaffSession,
	caller: Caller,
): Promise<string[]> {
	return signInContext.database.transaction().execute(async (transaction) => {
		const { hasSecondFactor } = await lockSessionOf(transaction, session);
		if (!hasSecondFactor) throw new Problem("second_factor_missing", refusals.none);
		const codes = await renewCodes(signInContext, transaction, session.staff.id);
		await recordSecurityEvent(signInContext, transaction, memberOf(session), {
			type: "recovery_codes.renewed",
			caller,
		});
		return codes;
	});
}

export async function renewCodes({ vault }: SignInContext, transaction: Database, staffId: number): Promise<string[]> {
	const codes = Array.from({ length: recoveryCodes }, newRecoveryCode);
	const hashes = codes.map((code) => hashRecoveryCode(vault, staffId, code));
	await replaceRecoveryCodes(transaction, staffId, hashes);
	return codes;
}

/** Authenticators show `123 456`. */
function withoutBlanks(code: string): string {
	return code.replace(/\s/g, "");
}
