import type { ProcessorAdapter } from "@cardseal/vault";

/** The installed processors by name, without the demo processor. */
export type Processors = ReadonlyMap<string, ProcessorAdapter>;
