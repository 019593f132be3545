import { CardFormError } from "../host/errors.ts";
import type { NextAction } from "../wire/messages.ts";
import type { Authenticated, ChallengeOptions } from "./challenge.ts";
import { loadChallenge } from "./load-challenge.ts";

/** Opens the bank's page in the container, or in the whole window if the frame's code cannot be loaded. */
export async function authenticateIn(
	container: Element,
	{ url }: NextAction,
	{ gateway, signal }: ChallengeOptions,
): Promise<Authenticated> {
	if (!/^https:/.test(url) && !url.startsWith(`${gateway}/`)) throw new TypeError("Cardseal: the address needs https.");
	const { showChallenge } = await new Promise<Awaited<ReturnType<typeof loadChallenge>>>((resolve) => {
		loadChallenge().then(resolve, () => location.assign(url));
	});
	return showChallenge(container, url, signal, CardFormError);
}
