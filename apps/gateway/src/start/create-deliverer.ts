import { createDeliverer, createSender, type Deliverer } from "@cardseal/events/gateway";
import { transactionRecordsAt } from "@cardseal/payments/gateway";
import { randomFraction } from "@cardseal/platform";
import { isLoopbackHost } from "@cardseal/platform/network";
import type { Config } from "../config.ts";
import type { Core } from "./open-core.ts";
import { shopUrlOf } from "./seed-demo-merchants.ts";
import type { Starting } from "./starting.ts";

/** The limit of a merchant's answer. */
const timeoutMs = 15_000;

/** Returns the shop's origin if other machines reach the sandbox. */
export function onlyLocalOriginOf({ host, shopPort }: Pick<Config, "host" | "shopPort">): string | undefined {
	return host !== undefined && isLoopbackHost(host) ? undefined : shopUrlOf({ shopPort });
}

/** Pauses while restored: removed endpoints may be back. */
export function createEventDeliverer(
	{ config, log, ports, cleanups }: Starting,
	{ database, vault, clocks, restored }: Core,
): Deliverer {
	const deliverer = createDeliverer({
		database,
		vault,
		clocks,
		sender: createSender({
			isSandbox: config.sandbox,
			onlyLocalOrigin: onlyLocalOriginOf(config),
			resolve: ports.resolveName,
			timeoutMs,
		}),
		transactionRecordsAt,
		random: randomFraction,
		log,
		isPaused: () => !restored.isNormal,
	});
	cleanups.push(() => deliverer.stop());
	return deliverer;
}
