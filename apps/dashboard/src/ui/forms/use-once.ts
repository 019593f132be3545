import { useState } from "preact/hooks";
import { createOnce, type Once } from "./once.model.ts";

/** What must not happen twice, for as long as a component is on the page. */
export function useOnce(): Once {
	return useState(() => createOnce(() => crypto.randomUUID()))[0];
}
