import { useState } from "preact/hooks";
import type { Schemas } from "../api/records.ts";
import { useApp } from "../shell/app.ts";
import { ConfirmDialog } from "../ui/dialogs/confirm-dialog.tsx";
import { ChangeForm } from "../ui/forms/change-form.tsx";
import { TextField } from "../ui/forms/field.tsx";
import { useChange } from "../ui/forms/use-change.ts";
import { Empty, Loaded } from "../ui/loading/states.tsx";
import { useResource } from "../ui/loading/use-resource.ts";
import { DataTable } from "../ui/tables/data-table.tsx";
import { SettingsHead } from "./settings-head.tsx";

type OriginList = Schemas["OriginList"];

/** The shop's own addresses: the card form opens nowhere else. */
export function OriginsPage() {
	const { api, words } = useApp();
	const [removed, setRemoved] = useState<string>();
	const list = useResource((signal) => api.get("/origins", { signal }), "");
	const phrases = words.settings.origins;

	function showChanged(changed: OriginList): void {
		setRemoved(undefined);
		list.show(changed);
	}

	return (
		<>
			<SettingsHead />
			<p class="muted">{phrases.explanation}</p>
			<AddOrigin onAdded={showChanged} />
			<section class="panel list-panel">
				<Loaded resource={list}>
					{({ origins }) =>
						origins.length === 0 ? (
							<Empty title={phrases.none}>
								<p>{phrases.noneHint}</p>
							</Empty>
						) : (
							<OriginTable origins={origins} onRemove={setRemoved} />
						)
					}
				</Loaded>
			</section>
			{removed !== undefined && (
				<ConfirmDialog
					title={phrases.removeNamed(removed)}
					send={() => api.delete("/origins", { query: new URLSearchParams({ origin: removed }) })}
					onClose={() => setRemoved(undefined)}
					onDone={showChanged}
				>
					{phrases.removeExplanation}
				</ConfirmDialog>
			)}
		</>
	);
}

function AddOrigin({ onAdded }: { onAdded: (list: OriginList) => void }) {
	const { api, words } = useApp();
	const [origin, setOrigin] = useState("");
	const change = useChange();

	function add(): void {
		void change.run(
			() => api.post("/origins", { body: { origin: origin.trim() } }),
			(list) => {
				setOrigin("");
				onAdded(list);
			},
		);
	}

	return (
		<div class="panel">
			<ChangeForm change={change} action={words.settings.origins.add} onSubmit={add}>
				<TextField
					label={words.settings.origins.origin}
					hint={words.settings.origins.originHint}
					type="url"
					autocomplete="off"
					spellcheck={false}
					maxLength={255}
					required
					error={change.errorOf("origin")}
					value={origin}
					onText={setOrigin}
				/>
			</ChangeForm>
		</div>
	);
}

interface OriginTableProps {
	origins: string[];
	onRemove: (origin: string) => void;
}

function OriginTable({ origins, onRemove }: OriginTableProps) {
	const { words } = useApp();
	const phrases = words.settings.origins;
	return (
		<DataTable
			caption={phrases.caption}
			rows={origins}
			keyOf={(origin) => origin}
			columns={[
				{ key: "origin", head: phrases.origin, isText: true, cell: (origin) => <code>{origin}</code> },
				{
					key: "remove",
					head: words.shared.actions,
					isAmount: true,
					inCard: "end",
					cell: (origin) => (
						<button
							type="button"
							class="button-quiet button-small"
							aria-label={phrases.removeNamed(origin)}
							onClick={() => onRemove(origin)}
						>
							{words.shared.remove}
						</button>
					),
				},
			]}
		/>
	);
}
