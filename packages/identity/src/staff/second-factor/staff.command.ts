import { operator } from "@cardseal/platform/audit";
import {
	type Answer,
	type CommandGroup,
	defineCommand,
	type OperatorContext,
	unlessRefused,
} from "@cardseal/platform/operator";
import { resetSecondFactor } from "./second-factor.ts";

export const staffCommands: CommandGroup = {
	name: "staff",
	summary: "Staff members who cannot sign in",
	terms: { EMAIL: "The address that the staff member signs in with." },
	notes: [
		"Verify the person's identity first. Afterwards their password alone signs them in, until they have another second",
		"factor; a live merchant's staff must set up an authenticator at once.",
	],
	commands: [
		defineCommand({
			verb: "reset-second-factor",
			summary: "Removes a lost authenticator, its recovery codes and all passkeys, and ends all sessions.",
			operands: ["EMAIL"],
			options: {},
			run: (context, [email]) => reset(context, email),
		}),
	],
};

async function reset({ database, clocks, login }: OperatorContext, typed: string): Promise<Answer> {
	const { email } = await unlessRefused(resetSecondFactor({ database, clocks }, typed, operator(login)));
	return {
		text: `${email} signs in with the password alone, and is signed out everywhere.`,
		json: { email, has_second_factor: false },
	};
}
