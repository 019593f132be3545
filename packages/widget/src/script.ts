import type { WatchedMountOptions } from "./host/card-form.ts";
import type { ChallengeOptions } from "./host/challenge.ts";
import { cardElement } from "./host/element.ts";
import { CardFormError } from "./host/errors.ts";
import { authenticateAt, mountAt } from "./host/mount.ts";
import { payfirmaIframeTransaction } from "./host/payfirma.ts";
import type { NextAction } from "./wire/messages.ts";

// Later the running script is unknown. The stack names a module.
const gateway =
	(document.currentScript as HTMLScriptElement | null)?.src ?? /https?:[^\s)]+/.exec(new Error().stack ?? "")?.[0];

const mount = (place: Element | string, options: WatchedMountOptions) => mountAt(place, options, gateway);

const authenticate = (place: Element | string, nextAction: NextAction, options?: ChallengeOptions) =>
	authenticateAt(place, nextAction, { gateway, ...options });

const name = "CardSeal";

/** The encryption library, or an earlier copy of this script, which then stays active. */
const present = Object.getOwnPropertyDescriptor(globalThis, name)?.value as Record<string, unknown> | undefined;

if (present?.mount === undefined) {
	Object.defineProperty(globalThis, name, {
		value: Object.freeze({ ...present, mount, authenticate, CardFormError }),
		enumerable: true,
		configurable: true,
	});
	Object.assign(globalThis, { PayfirmaIframeTransaction: payfirmaIframeTransaction(mount) });
	customElements.define("cardseal-card", cardElement(mount));
}
