import { userInfo } from "node:os";

/** The operator's name on this machine; a number where it has none, as in many containers. */
export function loginName(): string {
	try {
		return userInfo().username;
	} catch {
		return `uid ${process.getuid?.()}`;
	}
}
