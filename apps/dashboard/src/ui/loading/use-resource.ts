import { useEffect, useState } from "preact/hooks";
import { createResource, type Read, type Resource } from "./resource.ts";

/**
 * Reads something for as long as a component is on the page.
 *
 * @param key what is read: when it changes, it is read again, and what was there stays until then
 */
export function useResource<Value>(read: Read<Value>, key: string): Resource<Value> {
	const [resource] = useState(() => createResource(read));
	// `read` is another function each time: the key alone says what is read.
	useEffect(() => {
		void resource.load(read);
		return resource.stop;
	}, [resource, key]);
	return resource;
}
