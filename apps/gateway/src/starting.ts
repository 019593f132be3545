import type { Fault, Processor } from "@cardseal/vault";
import type { Logger } from "pino";
import type { Clock, Clocks } from "./clock.ts";
import type { Config } from "./config.ts";
import type { BusinessWork } from "./jobs/business-work.ts";

/** The replacements that tests give for the outside world. */
export interface Ports {
	clocks?: Clocks;
	/** Chooses the fault of the next request to the demo processor. */
	processorFault?: () => Fault | undefined;
	/** The processor of live merchants. */
	liveProcessor?: Processor;
	/** Further work that runs on business time. */
	businessWorks?: (clock: Clock) => BusinessWork[];
}

/** The context of a start: its settings, and the steps that undo it. */
export interface Starting {
	config: Config;
	log: Logger;
	ports: Ports;
	publicUrl: string;
	/** Run in reverse order when the gateway stops. */
	cleanups: (() => Promise<void>)[];
	/** Aborted when the gateway stops, before it waits for its jobs. */
	stopping: AbortSignal;
}
