import type { Job } from "@cardseal/platform/jobs";
import type { CredentialUse } from "./credential-use.ts";

export function credentialUseJob(use: CredentialUse): Job {
	return { name: "credential use", everyMs: 60_000, run: () => use.write() };
}
