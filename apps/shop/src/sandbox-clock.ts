import type { Shop } from "./shop.ts";

/** The sandbox's clock and the shop's may differ by so much without a move. */
const differenceMs = 60_000;

/** Returns the sandbox's time if its clock was moved. */
export function movedClock({ sandboxNow, now }: Pick<Shop, "sandboxNow" | "now">): number | undefined {
	const time = sandboxNow?.();
	return time !== undefined && time - now() > differenceMs ? time : undefined;
}
