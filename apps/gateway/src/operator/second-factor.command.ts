import { operator } from "../audit/event.ts";
import { findStaffByEmail } from "../staff/members/members.store.ts";
import { recordSecurityEvent } from "../staff/notices/security-event.ts";
import { replaceRecoveryCodes, setSecret } from "../staff/second-factor/second-factor.store.ts";
import { endSessions } from "../staff/sessions/sessions.ts";
import { CommandRefused } from "./command-refused.ts";
import type { Operation } from "./operation.ts";

const usage = [
	"For somebody who has lost their authenticator and their recovery codes, once you know that it is them:",
	"  npm run admin -- staff reset-second-factor EMAIL",
	"Their password alone signs them in then; a live merchant's staff set another authenticator up at once.",
].join("\n");

/**
 * Carries out `reset-second-factor EMAIL`: takes a staff member's authenticator and recovery codes away, and ends their
 * sessions.
 *
 * @returns what to tell the operator
 * @throws CommandRefused
 */
export async function manageSecondFactor(operation: Operation, words: string[]): Promise<string> {
	const [action, email, ...others] = words;
	if (action !== "reset-second-factor" || email === undefined || others.length > 0) throw new CommandRefused(usage);
	const { database, clocks, login } = operation;
	const member = await findStaffByEmail(database, email);
	if (member === undefined) throw new CommandRefused("Nobody signs in with this e-mail address.");
	if (!member.hasSecondFactor) throw new CommandRefused(`${member.email} has no second factor.`);
	const { id, merchantId } = member;
	const caller = operator(login);
	await database.transaction().execute(async (transaction) => {
		await setSecret(transaction, id, undefined);
		await replaceRecoveryCodes(transaction, id, []);
		await endSessions(transaction, clocks, { staff: { id, merchantId }, caller });
		await recordSecurityEvent({ clocks }, transaction, member, { type: "second_factor.disabled", caller });
	});
	return `${member.email} signs in with the password alone, and is signed out everywhere.`;
}
