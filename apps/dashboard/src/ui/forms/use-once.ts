import { useState } from "preact/hooks";
import { createOnce, type Once } from "./once.model.ts";

/** Returns a change that must not run twice, for the life of the component. */
export function useOnce(): Once {
	return useState(() => createOnce(() => crypto.randomUUID()))[0];
}
