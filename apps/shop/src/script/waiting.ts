/*
 * The page of an order that waits, for its outcome or for its payer: asks the shop every few seconds, and loads itself again as
 * soon as the answer changes.
 */
import { checkoutWords as words } from "../locale/en/checkout.ts";
import { language } from "../locale/en/language.ts";
import { getData, getElement } from "./elements.ts";

const everyMs = 4_000;
const timeLimitMs = 20_000;

const waiting = getElement("waiting", HTMLElement);
const stateUrl = getData(waiting, "stateUrl");
/** The states that look as this page does. */
const states = getData(waiting, "states").split(" ");
const lastChecked = getElement("last-checked", HTMLElement);

setTimeout(check, everyMs);

async function check(): Promise<void> {
	try {
		const response = await fetch(stateUrl, { signal: AbortSignal.timeout(timeLimitMs) });
		const { state } = (await response.json()) as { state: string };
		if (!states.includes(state)) return location.reload();
		lastChecked.textContent = words.lastChecked(new Date().toLocaleTimeString(language));
	} catch {
		lastChecked.textContent = words.checkFailed;
	}
	setTimeout(check, everyMs);
}
