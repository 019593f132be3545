import type { Fault, ProcessorRequest } from "@cardseal/vault";
import type { Clock, Clocks } from "../clock.ts";
import type { Config } from "../config.ts";
import type { BusinessWork } from "../jobs/business-work.ts";
import type { Logger } from "../log/log.ts";
import type { Resolve } from "../network/resolve.ts";
import type { Metrics } from "../telemetry/metrics.ts";
import type { Tracing } from "../telemetry/tracing.ts";
import type { ReadDisk } from "../web/health/checks.ts";
import type { Peers } from "./workers/peers.ts";

/** Test doubles for external systems. */
export interface Ports {
	clocks?: Clocks;
	/** Returns elapsed time in ms, which no change of the system's clock affects. */
	elapsedMs?: () => number;
	/** Returns the time of the database's machine, in ms since 1970. */
	databaseNow?: () => Promise<number>;
	/** Returns the fault of the next request to the demo processor. */
	processorFault?: (request: ProcessorRequest) => Fault | undefined;
	/** Reads the free space of a directory's disk. */
	readDisk?: ReadDisk;
	/** Returns the addresses of a name; by default DNS does. */
	resolveName?: Resolve;
	/** Further work that runs on business time. */
	businessWorks?: (clock: Clock) => BusinessWork[];
}

/** The context of a start: its settings and its cleanup steps. */
export interface Starting {
	config: Config;
	log: Logger;
	ports: Ports;
	peers: Peers;
	publicUrl: string;
	/** `undefined` without METRICS_PORT: then nothing is measured. */
	metrics: Metrics | undefined;
	/** `undefined` without OTEL_EXPORTER_OTLP_ENDPOINT. */
	tracing: Tracing | undefined;
	/** Run in reverse order on shutdown. */
	cleanups: (() => Promise<void>)[];
	/** Aborted on shutdown, before the gateway waits for its jobs. */
	stopping: AbortSignal;
}

/** Returns the clock of elapsed time in ms, which no change of the system's clock affects. */
export function elapsedMsOf({ ports }: Pick<Starting, "ports">): () => number {
	return ports.elapsedMs ?? (() => performance.now());
}
