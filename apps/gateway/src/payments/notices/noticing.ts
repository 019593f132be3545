import type { LateRecording } from "../submission/late-outcome.ts";
import type { OpenState } from "./notices.store.ts";

/** The context of applying notices. */
export type Noticing = LateRecording;

/** The end of a notice: applied, or left for a person. */
export interface Applied {
	state: "applied" | OpenState;
	problem?: string;
}
