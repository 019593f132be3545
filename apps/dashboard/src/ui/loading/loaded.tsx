import { type ReadonlySignal, signal } from "@preact/signals-core";
import type { ComponentChildren, ComponentType, VNode } from "preact";
import { useEffect, useState } from "preact/hooks";
import type { AnswerOf, PathsWith, RequestArguments } from "../../api/operations.ts";
import { RequestProblem } from "../../api/problem.ts";
import { sentenceOf } from "../../locale/problem-words.ts";
import type { Words } from "../../locale/words.ts";
import { useApp } from "../../shell/app.ts";
import { Button } from "../button.tsx";
import { Icon, type IconName } from "../icon.tsx";
import { type MainPage, PageHead } from "../page.tsx";

export interface LoadedProps<Value> {
	resource: Resource<Value>;
	/** A placeholder of the content's size, so that nothing moves when it arrives: as many rows, or an element. */
	skeleton?: number | VNode | undefined;
	/** The parent page, where the page's head is among the children: a failure then has a head too. */
	parent?: MainPage | undefined;
	children: (value: Value) => ComponentChildren;
}

export function Loaded<Value>({ resource, skeleton = 8, parent, children }: LoadedProps<Value>) {
	const { words } = useApp();
	const state = resource.state.value;
	if (state.kind === "failed")
		return <Failure problem={state.problem} parent={parent} onRetry={() => void resource.load()} />;
	if (state.kind === "loading") {
		return (
			<div class="loading" aria-busy="true">
				<p class="visually-hidden" role="status">
					{words.shared.loading}
				</p>
				{typeof skeleton === "number" ? <SkeletonRows count={skeleton} /> : skeleton}
			</div>
		);
	}
	return (
		<div class="loaded" aria-busy={state.isStale}>
			{children(state.value)}
		</div>
	);
}

/** Rows in the size of a list's. They appear after 300 ms, since what comes sooner needs no announcement. */
export function SkeletonRows({ count = 8 }: { count?: number }) {
	return (
		<div class="skeleton-rows" aria-hidden="true">
			{Array.from({ length: count }, (_, row) => (
				<div key={row} class="skeleton" />
			))}
		</div>
	);
}

interface FailureProps extends Pick<LoadedProps<never>, "parent"> {
	problem: RequestProblem;
	onRetry?: () => void;
}

export function Failure({ problem, parent, onRetry }: FailureProps) {
	const { words } = useApp();
	const title = titleOf(words, problem);
	const message = (
		<Message icon={problem.kind === "forbidden" ? "lock" : "alert"} role="alert" {...(!parent && { title })}>
			<p>{sentenceOf(words, problem)}</p>
			{problem.requestId && <p class="small muted figures">{words.shared.problems.requestId(problem.requestId)}</p>}
			{onRetry && problem.kind !== "forbidden" && problem.kind !== "not-found" && (
				<p>
					<Button label={words.shared.retry} onClick={onRetry} />
				</p>
			)}
		</Message>
	);
	if (parent === undefined) return message;
	return (
		<>
			<PageHead title={title} back={parent} />
			{message}
		</>
	);
}

export function NoPermission() {
	const { words } = useApp();
	return (
		<Message icon="lock" title={words.shared.problemTitles.forbidden}>
			<p>{words.shared.problems.forbidden}</p>
		</Message>
	);
}

export function Empty({ title, children }: { title: string; children?: ComponentChildren }) {
	return (
		<Message icon="empty" title={title}>
			{children}
		</Message>
	);
}

interface MessageProps {
	icon: IconName;
	title?: string;
	role?: "alert";
	children?: ComponentChildren;
}

function Message({ icon, title, role, children }: MessageProps) {
	return (
		<div class="message" {...(role && { role })}>
			<Icon name={icon} />
			{title && <h2 class="message-title">{title}</h2>}
			{children}
		</div>
	);
}

function titleOf(words: Words, { kind }: RequestProblem): string {
	const { problemTitles } = words.shared;
	if (kind === "forbidden") return problemTitles.forbidden;
	return kind === "not-found" ? problemTitles.notFound : problemTitles.failed;
}

/** Reads again when `key` changes; what was there stays until then. */
export function useResource<Value>(read: Read<Value>, key: string): Resource<Value> {
	const [resource] = useState(() => createResource(read));
	// `read` is another function each time: the key alone says what is read.
	useEffect(() => {
		void resource.load(read);
		return resource.stop;
	}, [resource, key]);
	return resource;
}

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

const slowAfterMs = 3_000;

export function SlowNotice({ isBusy }: { isBusy: boolean }) {
	const { words } = useApp();
	const [isSlow, setSlow] = useState(false);
	useEffect(() => {
		setSlow(false);
		if (!isBusy) return undefined;
		const timer = setTimeout(() => setSlow(true), slowAfterMs);
		return () => clearTimeout(timer);
	}, [isBusy]);
	return (
		<p class="slow-notice small muted" role="status">
			{isSlow ? words.transactions.takingLonger : ""}
		</p>
	);
}

type Loading<Value> =
	| { kind: "loading" }
	/** `isStale` while a newer one is being read: it stays on the page until that has come. */
	| { kind: "ready"; value: Value; isStale: boolean }
	| { kind: "failed"; problem: RequestProblem };

export interface Resource<Value> {
	state: ReadonlySignal<Loading<Value>>;
	/** Reads it, again; what an earlier reading still brings is dropped. */
	load(read?: Read<Value>): Promise<void>;
	/** Shows what a change has answered, without reading it again. */
	show(value: Value): void;
	stop(): void;
}

export type Read<Value> = (signal: AbortSignal) => Promise<Value>;

/** Nothing is read before `load`. */
export function createResource<Value>(firstRead: Read<Value>): Resource<Value> {
	const state = signal<Loading<Value>>({ kind: "loading" });
	let read = firstRead;
	let current = new AbortController();

	return {
		state,
		async load(given = read) {
			read = given;
			current.abort();
			const own = new AbortController();
			current = own;
			const before = state.peek();
			state.value = before.kind === "ready" ? { ...before, isStale: true } : { kind: "loading" };
			try {
				const value = await read(own.signal);
				if (!own.signal.aborted) state.value = { kind: "ready", value, isStale: false };
			} catch (error) {
				if (own.signal.aborted) return;
				if (!(error instanceof RequestProblem)) throw error;
				state.value = { kind: "failed", problem: error };
			}
		},
		show(value) {
			current.abort();
			state.value = { kind: "ready", value, isStale: false };
		},
		stop: () => current.abort(),
	};
}

export interface RecordProps<Value> {
	record: Value;
	resource: Resource<Value>;
}

/** Makes the page of one record, by the ids in its address. The details begin with the page's head. */
export function recordPage<Path extends PathsWith<"get">>(
	route: Path,
	parent: MainPage,
	Details: ComponentType<RecordProps<AnswerOf<"get", Path>>>,
) {
	return (path: object) => {
		const resource = useGet(route, ...([{ path }] as unknown as RequestArguments<"get", Path>));
		return (
			<Loaded resource={resource} parent={parent}>
				{(record) => <Details record={record} resource={resource} />}
			</Loaded>
		);
	};
}
