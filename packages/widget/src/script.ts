import type { MountOptions } from "./host/card-form.ts";
import { defineElement } from "./host/element.ts";
import { CardFormError } from "./host/errors.ts";
import { mountAt } from "./host/mount.ts";
import { payfirmaIframeTransaction } from "./host/payfirma.ts";

// Read at once: later on nobody knows which script is running.
const { currentScript } = document;
const gateway = currentScript instanceof HTMLScriptElement ? currentScript.src : undefined;

const mount = (place: Element | string, options: MountOptions) => mountAt(place, options, gateway);

/** Beside the encryption library there is one global with the functions of both; a second copy changes nothing. */
const present: object | undefined = Object.getOwnPropertyDescriptor(globalThis, "CardSeal")?.value;
Object.defineProperty(globalThis, "CardSeal", {
	value: Object.freeze({ mount, CardFormError, ...present }),
	enumerable: true,
	configurable: true,
});
if (!Object.hasOwn(globalThis, "PayfirmaIframeTransaction")) {
	Object.defineProperty(globalThis, "PayfirmaIframeTransaction", { value: payfirmaIframeTransaction(mount) });
}
defineElement(mount);
