import type { Octets, UnsharedOctets } from "./octets.ts";
import type { Suite } from "./suite.ts";

/** The sender's context of RFC 9180 §5, for one message with an empty aad. */
export interface Sender {
	enc: Octets;
	/** Seal(aad, pt), RFC 9180 §5.2. Call it once. */
	seal(pt: UnsharedOctets): Promise<Octets>;
}

/** SetupBaseS(pkR, info), RFC 9180 §5.1.1. The ephemeral key must be fresh and random. */
export type SetupBaseS = (suite: Suite, pkR: Octets, info: Octets, skE: Octets) => Promise<Sender>;
