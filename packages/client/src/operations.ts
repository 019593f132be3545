import type { components, paths } from "./api.ts";

/** Every body of the API by its name, such as `Schemas["TransactionRecord"]`. */
export type Schemas = components["schemas"];

export type Method = "get" | "post" | "put" | "patch" | "delete";

/** The paths that have this method. */
export type PathsWith<M extends Method> = {
	[Path in keyof paths]: paths[Path][M] extends object ? Path : never;
}[keyof paths];

type Operation<M extends Method, Path extends keyof paths> = NonNullable<paths[Path][M]>;

type Json<Response> = Response extends { content: { "application/json": infer Body } } ? Body : undefined;

/** What an operation answers: the bodies of 200 and 402, `undefined` where there is none (204). */
export type AnswerOf<M extends Method, Path extends keyof paths> =
	Operation<M, Path> extends { responses: infer Responses }
		? { [Status in keyof Responses & (200 | 204 | 402)]: Json<Responses[Status]> }[keyof Responses & (200 | 204 | 402)]
		: never;

/** What may be said about any call. */
export interface CallOptions {
	/** Ends the call with the error `ABORTED`. */
	readonly signal?: AbortSignal | undefined;
	/** ms for the call as a whole, attempts and pauses; the client's own limit by default. */
	readonly timeLimitMs?: number | undefined;
}

interface KeyOption {
	/** 1 to 255 printable ASCII characters; a random one by default. Keep it with the order before the call. */
	readonly idempotencyKey?: string | undefined;
}

type KeyOptionOf<Op> = Op extends { parameters: { header?: { "Idempotency-Key"?: string } } }
	? Op extends { parameters: { header?: never } }
		? object
		: KeyOption
	: object;

type PathOption<Op> = Op extends { parameters: { path: infer Path extends object } } ? { readonly path: Path } : object;

type QueryOption<Op> = Op extends { parameters: { query?: infer Query } }
	? [NonNullable<Query>] extends [never]
		? object
		: { readonly query?: NonNullable<Query> }
	: object;

type BodyOption<Op> = Op extends { requestBody: { content: { "application/json": infer Body } } }
	? { readonly body: Body }
	: object;

/** What a call of an operation is made with: its path parameters, query and body, and options. */
export type RequestOf<M extends Method, Path extends keyof paths> = CallOptions &
	KeyOptionOf<Operation<M, Path>> &
	PathOption<Operation<M, Path>> &
	QueryOption<Operation<M, Path>> &
	BodyOption<Operation<M, Path>>;

/** May be left out where nothing in it is required. */
export type RequestArguments<M extends Method, Path extends keyof paths> =
	object extends RequestOf<M, Path> ? [request?: RequestOf<M, Path>] : [request: RequestOf<M, Path>];
