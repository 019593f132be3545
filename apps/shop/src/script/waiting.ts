/* Polls the state of an order, and reloads as soon as it changes. */
import { checkoutWords as words } from "../locale/for-scripts.ts";
import { getData, getElement } from "./page.ts";

const everyMs = 4_000;
const timeLimitMs = 20_000;

const waiting = getElement("waiting", HTMLElement);
const lastChecked = getElement("last-checked", HTMLElement);

setTimeout(check, everyMs);

async function check(): Promise<void> {
	try {
		const response = await fetch(getData(waiting, "stateUrl"), { signal: AbortSignal.timeout(timeLimitMs) });
		const { state } = (await response.json()) as { state: string };
		if (!getData(waiting, "states").split(" ").includes(state)) return location.reload();
		lastChecked.textContent = words.lastChecked(new Date().toLocaleTimeString(document.documentElement.lang));
	} catch {
		lastChecked.textContent = words.checkFailed;
	}
	setTimeout(check, everyMs);
}
