import type { ComponentChildren } from "preact";
import { useApp } from "../shell/app.ts";
import { Breakable } from "./breakable.tsx";
import { Panel } from "./page.tsx";

export type Pair = readonly [name: string, value: ComponentChildren];

/** Names and values; what is not known is left out. */
export function Pairs({ pairs }: { pairs: readonly Pair[] }) {
	const { words } = useApp();
	const known = pairs.filter(([, value]) => Boolean(value));
	if (known.length === 0) return <p class="muted">{words.shared.none}</p>;
	return (
		<dl class="pairs">
			{known.map(([name, value]) => (
				<div key={name}>
					<dt>{name}</dt>
					<dd>{typeof value === "string" ? <Breakable text={value} /> : <bdi>{value}</bdi>}</dd>
				</div>
			))}
		</dl>
	);
}

export function linkTo(href: string, text: string) {
	return (
		<a key={text} href={href}>
			<Breakable text={text} />
		</a>
	);
}

/** The merchant's own keys and values of a record; nothing without any. */
export function MetadataSection({ metadata }: { metadata: Record<string, string> }) {
	const { words } = useApp();
	const entries = Object.entries(metadata).sort();
	if (entries.length === 0) return null;
	return (
		<>
			<h3>{words.shared.metadata}</h3>
			<Pairs pairs={entries} />
		</>
	);
}

export function DetailsPanel({ pairs, metadata = {} }: { pairs: readonly Pair[]; metadata?: Record<string, string> }) {
	const { words } = useApp();
	return (
		<Panel title={words.shared.details}>
			<Pairs pairs={pairs} />
			<MetadataSection metadata={metadata} />
		</Panel>
	);
}
