import { getData, getElement } from "./page.ts";

const everyMs = 4_000;
const timeLimitMs = 20_000;

const waiting = getElement("waiting", HTMLElement);

setTimeout(check, everyMs);

async function check(): Promise<void> {
	const answer = fetch(getData(waiting, "stateUrl"), { signal: AbortSignal.timeout(timeLimitMs) });
	const { state } = await answer.then((response) => response.json()).catch(() => ({}));
	if (state !== undefined && !getData(waiting, "states").split(" ").includes(state)) return location.reload();
	setTimeout(check, everyMs);
}
