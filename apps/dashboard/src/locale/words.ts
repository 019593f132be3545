import type * as en from "./en/index.ts";

/** Every sentence of the application, as English has them. */
export type Words = typeof en;
