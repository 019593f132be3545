import type { Payments } from "../payments.ts";
import type { NoticeState } from "./tables.ts";

/** The context of applying notices. */
export type Noticing = Pick<Payments, "database" | "writer" | "vault" | "clocks" | "cardTesting" | "log">;

/** The end of a notice: applied, or left for a person. */
export interface Applied {
	state: Exclude<NoticeState, "waiting">;
	problem?: string;
}
