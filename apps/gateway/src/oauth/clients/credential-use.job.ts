import type { Job } from "../../jobs/repeat.ts";
import type { CredentialUse } from "./credential-use.ts";

/** Writes down when credentials were last used: once a minute, however many requests there were. */
export function credentialUseJob(use: CredentialUse): Job {
	return { name: "credential use", everyMs: 60_000, run: () => use.write() };
}
