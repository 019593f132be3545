import type { Job } from "@cardseal/platform/jobs";
import { type CredentialReminders, remindOfExpiry } from "./credential-expiry.ts";

export function credentialExpiryJob(reminders: CredentialReminders): Job {
	return { name: "expiry of credentials", everyMs: 600_000, run: () => remindOfExpiry(reminders) };
}
