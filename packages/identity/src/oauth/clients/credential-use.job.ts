import type { Job } from "../../jobs/repeat.ts";
import type { CredentialUse } from "./credential-use.ts";

export function credentialUseJob(use: CredentialUse): Job {
	return { name: "credential use", everyMs: 60_000, run: () => use.write() };
}
