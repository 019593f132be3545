import { effect } from "@preact/signals-core";
import type { Api } from "../api/client.ts";

/** Keeps the tabs of one session working after one of them changes the cookie, which all share. */
export function shareCsrfToken(api: Pick<Api, "csrfToken" | "useCsrfToken">, channel: BroadcastChannel): void {
	channel.onmessage = ({ data }: MessageEvent<string>) => api.useCsrfToken(data);
	effect(() => channel.postMessage(api.csrfToken.value));
}
