import type { Job } from "../../jobs/repeat.ts";
import { type CredentialReminders, remindOfExpiry } from "./credential-expiry.ts";

export function credentialExpiryJob(reminders: CredentialReminders): Job {
	return { name: "expiry of credentials", everyMs: 600_000, run: () => remindOfExpiry(reminders) };
}
