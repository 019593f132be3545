import type { Vault } from "@cardseal/vault";
import type { Clocks } from "../clock.ts";
import type { Database } from "../db/database.ts";
import { createDeliverer, type Deliverer } from "../events/delivery/deliverer.ts";
import { createSender } from "../events/delivery/send.ts";
import { randomFraction } from "../ids.ts";
import { type Resolve, resolveByDns } from "../network/resolve.ts";
import { transactionRecordsAt } from "../payments/transaction/records-at-events.ts";
import type { Starting } from "./starting.ts";

/** A merchant's server has this long to answer. */
const timeoutMs = 15_000;

export function resolveNameOf({ ports }: Pick<Starting, "ports">): Resolve {
	return ports.resolveName ?? resolveByDns;
}

/** Creates the deliverer of events to merchants' servers. */
export function createEventDeliverer(starting: Starting, database: Database, vault: Vault, clocks: Clocks): Deliverer {
	const { config, log, cleanups } = starting;
	const sender = createSender({ isSandbox: config.sandbox, resolve: resolveNameOf(starting), timeoutMs });
	const deliverer = createDeliverer({
		database,
		vault,
		clocks,
		sender,
		transactionRecordsAt,
		random: randomFraction,
		log,
	});
	cleanups.push(() => deliverer.stop());
	return deliverer;
}
