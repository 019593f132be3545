import { useApp } from "../shell/app.ts";
import { Pairs } from "./pairs.tsx";

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
