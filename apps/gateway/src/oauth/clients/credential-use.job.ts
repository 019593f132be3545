import type { Job } from "../../jobs/repeat.ts";
import type { CredentialUse } from "./credential-use.ts";

/** Stores the last uses of credentials, once a minute. */
export function credentialUseJob(use: CredentialUse): Job {
	return { name: "credential use", everyMs: 60_000, run: () => use.write() };
}
