import { useState } from "preact/hooks";
import { type Change, createChange } from "./change.model.ts";

/** Changes for as long as a component is on the page. */
export function useChange(): Change {
	return useState(createChange)[0];
}
