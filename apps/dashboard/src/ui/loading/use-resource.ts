import { useEffect, useState } from "preact/hooks";
import type { AnswerOf, PathsWith, RequestArguments } from "../../api/operations.ts";
import { useApp } from "../../shell/app.ts";
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

/** Reads a route of the gateway for as long as a component is on the page, and again when the request changes. */
export function useGet<Path extends PathsWith<"get">>(
	route: Path,
	...[request]: RequestArguments<"get", Path>
): Resource<AnswerOf<"get", Path>> {
	const { api } = useApp();
	const { path, query } = { path: undefined, query: undefined, ...request };
	const read: Read<AnswerOf<"get", Path>> = (signal) =>
		api.get(route, ...([{ ...request, signal }] as unknown as RequestArguments<"get", Path>));
	return useResource(read, `${JSON.stringify(path)} ${query}`);
}
