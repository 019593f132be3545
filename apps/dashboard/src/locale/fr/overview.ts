import type { Words } from "../words.ts";

export const overview: Words["overview"] = { title: "Vue d’ensemble" };
