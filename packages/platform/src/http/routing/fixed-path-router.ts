import { MESSAGE_MATCHER_IS_ALREADY_BUILT, type Result, type Router } from "hono/router";
import { TrieRouter } from "hono/router/trie-router";

/** Hono's faster router refuses `/customer/plan/:plan` with `/customer/:customer`. */
export class FixedPathRouter<Handler> implements Router<Handler> {
	readonly name = "FixedPathRouter";
	readonly #tries = new TrieRouter<Handler>();
	readonly #results = new Map<string, Map<string, Result<Handler>>>();
	#hasMatched = false;

	add(method: string, path: string, handler: Handler): void {
		if (this.#hasMatched) throw new Error(MESSAGE_MATCHER_IS_ALREADY_BUILT);
		this.#tries.add(method, path, handler);
		if (!/[:*]/.test(path)) this.#results.set(path, new Map());
	}

	match(method: string, path: string): Result<Handler> {
		this.#hasMatched = true;
		const results = this.#results.get(path);
		if (results === undefined) return this.#tries.match(method, path);
		const known = results.get(method);
		if (known !== undefined) return known;
		const result = this.#tries.match(method, path);
		results.set(method, result);
		return result;
	}
}
