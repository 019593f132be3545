import type { ChallengeOptions } from "./challenge/challenge.ts";
import { scriptAddress as gateway } from "./challenge/load-challenge-apart.ts";
import { cardElement } from "./host/element.ts";
import { CardFormError } from "./host/errors.ts";
import { authenticateAt, mountAt } from "./host/mount.ts";
import type { WatchedMountOptions } from "./host/options.ts";
import { payfirmaIframeTransaction } from "./host/payfirma.ts";
import type { NextAction } from "./wire/messages.ts";

const mount = (place: Element | string, options: WatchedMountOptions) => mountAt(place, options, gateway);

const authenticate = (place: Element | string, nextAction: NextAction, options?: ChallengeOptions) =>
	authenticateAt(place, nextAction, { gateway, ...options });

const name = "CardSeal";

/** May be an earlier copy of this script, which then stays active. */
const present = (globalThis as unknown as Record<string, Record<string, unknown> | undefined>)[name];

if (present?.mount === undefined) {
	Object.defineProperty(globalThis, name, {
		value: Object.freeze({ ...present, mount, authenticate, CardFormError }),
		configurable: true,
	});
	Object.assign(globalThis, { PayfirmaIframeTransaction: payfirmaIframeTransaction(mount) });
	customElements.define("cardseal-card", cardElement(mount));
}
