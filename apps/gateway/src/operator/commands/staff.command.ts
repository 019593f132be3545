import { operator } from "../../audit/event.ts";
import { findStaffByEmail } from "../../staff/members/members.store.ts";
import { recordSecurityEvent } from "../../staff/notices/security-event.ts";
import { replaceRecoveryCodes, setSecret } from "../../staff/second-factor/second-factor.store.ts";
import { endSessions } from "../../staff/sessions/sessions.ts";
import { type Answer, type CommandGroup, defineCommand } from "../command.ts";
import { CommandRefused } from "../command-refused.ts";
import type { OperatorContext } from "../context.ts";

export const staffCommands: CommandGroup = {
	name: "staff",
	summary: "Staff members who cannot sign in",
	terms: { EMAIL: "The address that the staff member signs in with." },
	notes: [
		"Verify the person's identity first. Afterwards their password alone signs them in, until they set up another",
		"authenticator; a live merchant's staff must do so at once.",
	],
	commands: [
		defineCommand({
			verb: "reset-second-factor",
			summary: "Removes a lost authenticator and its recovery codes, and ends all sessions.",
			operands: ["EMAIL"],
			options: {},
			run: (context, [email]) => resetSecondFactor(context, email),
		}),
	],
};

async function resetSecondFactor({ database, clocks, login }: OperatorContext, email: string): Promise<Answer> {
	const member = await findStaffByEmail(database, email);
	if (member === undefined) throw new CommandRefused("There is no staff member with this email address.");
	if (!member.hasSecondFactor) throw new CommandRefused(`${member.email} has no second factor.`);
	const { id, merchantId } = member;
	const caller = operator(login);
	await database.transaction().execute(async (transaction) => {
		await setSecret(transaction, id, undefined);
		await replaceRecoveryCodes(transaction, id, []);
		await endSessions(transaction, clocks, { staff: { id, merchantId }, caller });
		await recordSecurityEvent({ clocks }, transaction, member, { type: "second_factor.disabled", caller });
	});
	return {
		text: `${member.email} signs in with the password alone, and is signed out everywhere.`,
		json: { email: member.email, has_second_factor: false },
	};
}
