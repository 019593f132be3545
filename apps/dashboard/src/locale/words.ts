import type * as en from "./en/index.ts";

export type Words = typeof en;
