import { credentialCommands } from "./oauth/clients/credential.command.ts";
import { partnerCommands } from "./oauth/partners/partner.command.ts";
import { staffCommands } from "./staff/second-factor/staff.command.ts";

/** The manifest of the service: what the gateway joins with that of others. */
export const identity = {
	name: "identity",
	commands: [staffCommands, credentialCommands, partnerCommands],
};
