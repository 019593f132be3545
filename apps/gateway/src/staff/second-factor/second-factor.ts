import { renderSVG } from "uqr";
import { type Caller, staffMember } from "../../audit/event.ts";
import type { Database } from "../../db/database.ts";
import { fieldProblem, Problem } from "../../problem.ts";
import { recordSecurityEvent } from "../notices/security-event.ts";
import { lockSessionOf, memberOf, type StaffSession } from "../sessions/sessions.ts";
import type { AttemptOrigin } from "../sign-in/attempts.ts";
import type { BrowserStanding } from "../sign-in/known-browser.ts";
import type { SignInContext } from "../sign-in/sign-in-context.ts";
import { hashRecoveryCode, newRecoveryCode, recoveryCodes } from "./recovery-code.ts";
import {
	findProposedSecret,
	findSecret,
	replaceRecoveryCodes,
	setProposedSecret,
	setSecret,
	takeProposedSecret,
	takeRecoveryCode,
	takeStep,
} from "./second-factor.store.ts";
import { describeSecret, isTotpCode, newTotpSecret, totpStep } from "./totp.ts";

/** An authenticator to be set up: an address for its camera, as text and as a picture of it. */
export interface ProposedSecret {
	/** In base32. */
	secret: string;
	uri: string;
	/** A QR code of the address. */
	svg: string;
}

const refusals = {
	code: "This code is not right. Check that the phone's clock is, and type the code that it shows now.",
	live: "A live account needs a second factor. To use another authenticator, set that one up instead.",
	none: "This account has no second factor.",
} as const;

function contextOf(staffId: number): string {
	return `staff ${staffId}`;
}

/**
 * Proposes a secret for an authenticator. Nothing changes until a code proves that somebody has it.
 *
 * @param again whether to make a new one where this session was proposed one already
 */
export async function proposeSecondFactor(
	{ database, vault }: SignInContext,
	{ staff, sessionId }: StaffSession,
	{ again }: { again: boolean },
): Promise<ProposedSecret> {
	const proposed = again ? null : await findProposedSecret(database, sessionId);
	const secret = proposed === null ? newTotpSecret() : vault.unseal("second_factor", proposed, contextOf(staff.id));
	if (proposed === null) {
		await setProposedSecret(database, sessionId, vault.seal("second_factor", secret, contextOf(staff.id)));
	}
	const { uri, text } = describeSecret(secret, staff.email);
	return { secret: text, uri, svg: renderSVG(uri) };
}

/** What somebody has after they have set an authenticator up. */
export interface ConfirmedSecondFactor {
	/** Shown this once. */
	recoveryCodes: string[];
	/** Of the session, for its cookie: the former one is dead. */
	token: string;
}

/**
 * Turns the second factor on with a code of the proposed authenticator, once; one that there was is replaced. The session
 * has given it by that, and all others end: they were opened without it, and one of them may be the reason for it.
 *
 * @throws Problem 400 when the code is not of the proposed secret, 401
 */
export async function confirmSecondFactor(
	signInContext: SignInContext,
	session: StaffSession,
	{ code, caller }: { code: string; caller: Caller },
): Promise<ConfirmedSecondFactor> {
	const { database, vault, clocks, sessions } = signInContext;
	const { staff, sessionId } = session;
	const sealed = await findProposedSecret(database, sessionId);
	const secret = sealed && vault.unseal("second_factor", sealed, contextOf(staff.id));
	const step = secret === null ? undefined : totpStep(secret, withoutBlanks(code), clocks.real.now());
	if (sealed === null || step === undefined) throw fieldProblem([{ field: "code", message: refusals.code }]);
	return database.transaction().execute(async (transaction) => {
		await lockSessionOf(transaction, session);
		const isMine = await takeProposedSecret(transaction, sessionId, sealed);
		if (!isMine) throw fieldProblem([{ field: "code", message: refusals.code }]);
		await setSecret(transaction, staff.id, { sealed, step });
		const codes = await renewCodes(signInContext, transaction, staff.id);
		await recordSecurityEvent(signInContext, transaction, memberOf(session), { type: "second_factor.enabled", caller });
		await sessions.endAll(transaction, { staff: memberOf(session), caller, except: sessionId });
		return { recoveryCodes: codes, token: await sessions.renew(transaction, session, { secondFactorDone: true }) };
	});
}

/**
 * Gives a session its second factor: a code of the authenticator, or a recovery code.
 *
 * @returns what the session's cookie holds from now on; `undefined` when the code is wrong or was used, or the account is locked
 * @throws Problem 401, 429
 */
export async function giveSecondFactor(
	signInContext: SignInContext,
	session: StaffSession,
	attempt: AttemptOrigin & { code: string; browser: BrowserStanding },
): Promise<string | undefined> {
	const { database, attempts, sessions } = signInContext;
	const { staff, merchant } = session;
	await attempts.requireRoom(attempt);
	const account = { staffId: staff.id, browser: attempt.browser };
	const mayTry = await attempts.claim(account);
	const token = await database.transaction().execute(async (transaction) => {
		await lockSessionOf(transaction, session);
		if (!mayTry || !(await takeCode(signInContext, transaction, session, attempt))) return undefined;
		await attempts.succeed(transaction, { ...account, origin: attempt, isIn: true });
		return sessions.renew(transaction, session, { secondFactorDone: true });
	});
	if (token === undefined) attempts.fail(attempt, { id: staff.id, merchantId: merchant.id });
	return token;
}

/** Each code is good once: nobody who sees one being typed can use it again. */
async function takeCode(
	signInContext: SignInContext,
	transaction: Database,
	session: StaffSession,
	attempt: AttemptOrigin & { code: string },
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
 * Turns the second factor off. The user's other sessions end.
 *
 * @returns what the session's cookie holds from now on
 * @throws Problem 401, 409 where it is needed, or was off
 */
export async function removeSecondFactor(
	signInContext: SignInContext,
	session: StaffSession,
	caller: Caller,
): Promise<string> {
	const { staff, merchant, sessionId } = session;
	if (merchant.mode === "live") throw new Problem("CONFLICT", refusals.live);
	return signInContext.database.transaction().execute(async (transaction) => {
		const { hasSecondFactor } = await lockSessionOf(transaction, session);
		if (!hasSecondFactor) throw new Problem("CONFLICT", refusals.none);
		await setSecret(transaction, staff.id, undefined);
		await replaceRecoveryCodes(transaction, staff.id, []);
		await recordSecurityEvent(signInContext, transaction, memberOf(session), {
			type: "second_factor.disabled",
			caller,
		});
		await signInContext.sessions.endAll(transaction, { staff: memberOf(session), caller, except: sessionId });
		return signInContext.sessions.renew(transaction, session, { secondFactorDone: false });
	});
}

/**
 * Makes new recovery codes; the former ones are worth nothing from now on.
 *
 * @throws Problem 401, 409 without a second factor
 */
export async function renewRecoveryCodes(
	signInContext: SignInContext,
	session: StaffSession,
	caller: Caller,
): Promise<string[]> {
	return signInContext.database.transaction().execute(async (transaction) => {
		const { hasSecondFactor } = await lockSessionOf(transaction, session);
		if (!hasSecondFactor) throw new Problem("CONFLICT", refusals.none);
		const codes = await renewCodes(signInContext, transaction, session.staff.id);
		await recordSecurityEvent(signInContext, transaction, memberOf(session), {
			type: "recovery_codes.renewed",
			caller,
		});
		return codes;
	});
}

async function renewCodes({ vault }: SignInContext, transaction: Database, staffId: number): Promise<string[]> {
	const codes = Array.from({ length: recoveryCodes }, newRecoveryCode);
	const hashes = codes.map((code) => hashRecoveryCode(vault, staffId, code));
	await replaceRecoveryCodes(transaction, staffId, hashes);
	return codes;
}

/** Authenticators show `123 456`. */
function withoutBlanks(code: string): string {
	return code.replace(/\s/g, "");
}
