import type { CredentialUse } from "../oauth/credential-use.ts";
import type { Job } from "./repeat.ts";

/** Writes down when credentials were last used: once a minute, however many requests there were. */
export function credentialUseJob(use: CredentialUse): Job {
	return { name: "credential use", everyMilliseconds: 60_000, run: () => use.write() };
}
