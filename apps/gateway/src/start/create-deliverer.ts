import { createDeliverer, createSender, type Deliverer } from "@cardseal/events/gateway";
import { transactionRecordsAt } from "@cardseal/payments/gateway";
import { type Clocks, randomFraction } from "@cardseal/platform";
import type { Database } from "@cardseal/platform/db";
import { isLoopbackHost, type Resolve, resolveByDns } from "@cardseal/platform/network";
import type { Vault } from "@cardseal/vault";
import type { Config } from "../config.ts";
import type { RestoredMode } from "../restore/restored-mode.ts";
import { shopUrlOf } from "./seed-demo-merchants.ts";
import type { Starting } from "./starting.ts";

/** The limit of a merchant's answer. */
const timeoutMs = 15_000;

export function resolveNameOf({ ports }: Pick<Starting, "ports">): Resolve {
	return ports.resolveName ?? resolveByDns;
}

/** Returns the shop's origin if other machines reach the sandbox. */
export function onlyLocalOriginOf({ host, shopPort }: Pick<Config, "host" | "shopPort">): string | undefined {
	return host !== undefined && isLoopbackHost(host) ? undefined : shopUrlOf({ shopPort });
}

interface DelivererParts {
	database: Database;
	vault: Vault;
	clocks: Clocks;
	restored: Pick<RestoredMode, "isNormal">;
}

/** Pauses while restored: removed endpoints may be back. */
export function createEventDeliverer(
	starting: Starting,
	{ database, vault, clocks, restored }: DelivererParts,
): Deliverer {
	const { config, log, cleanups } = starting;
	const local = { isSandbox: config.sandbox, onlyLocalOrigin: onlyLocalOriginOf(config) };
	const sender = createSender({ ...local, resolve: resolveNameOf(starting), timeoutMs });
	const deliverer = createDeliverer({
		database,
		vault,
		clocks,
		sender,
		transactionRecordsAt,
		random: randomFraction,
		log,
		isPaused: () => !restored.isNormal,
	});
	cleanups.push(() => deliverer.stop());
	return deliverer;
}
