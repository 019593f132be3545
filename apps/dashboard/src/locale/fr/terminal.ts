import type { Words } from "../words.ts";

export const terminal: Words["terminal"] = { title: "Terminal virtuel" };
