import type { Schemas } from "../api/records.ts";
import { useApp } from "../shell/app.ts";
import { Button } from "../ui/button.tsx";
import { confirmDialog, useDialog } from "../ui/dialog.tsx";
import { ChangeForm } from "../ui/forms/change-form.tsx";
import { TextField, useForm } from "../ui/forms/fields.tsx";
import { useGet } from "../ui/loading/loaded.tsx";
import { column, RecordList } from "../ui/tables/table.tsx";
import { SettingsHead } from "./settings-head.tsx";

type OriginList = Schemas["OriginList"];

export function OriginsPage() {
	const { api, words } = useApp();
	const list = useGet("/origins");
	const { dialog, open, ends } = useDialog(list.show);
	const phrases = words.settings.origins;
	const remove = (origin: string) =>
		confirmDialog(phrases.removeNamed(origin), phrases.removeExplanation, {
			send: () => api.delete("/origins", { query: new URLSearchParams({ origin }) }),
			...ends,
		});
	return (
		<>
			<SettingsHead />
			<p class="muted">{phrases.explanation}</p>
			<AddOrigin onAdded={list.show} />
			<RecordList
				resource={list}
				rowsOf={({ origins }) => origins}
				phrases={phrases}
				keyOf={(origin) => origin}
				columns={[
					column(phrases.origin, "text", (origin: string) => <code>{origin}</code>),
					column(words.shared.actions, "amount end", (origin: string) => (
						<Button
							label={words.shared.remove}
							name={phrases.removeNamed(origin)}
							isSmall
							onClick={() => open(remove(origin))}
						/>
					)),
				]}
			/>
			{dialog}
		</>
	);
}

function AddOrigin({ onAdded }: { onAdded: (list: OriginList) => void }) {
	const { api, words } = useApp();
	const { change, values, set, field } = useForm({ origin: "" });
	const phrases = words.settings.origins;

	function add(): void {
		void change.run(
			() => api.post("/origins", { body: { origin: values.origin.trim() } }),
			(list) => {
				set({ origin: "" });
				onAdded(list);
			},
		);
	}

	return (
		<div class="panel">
			<ChangeForm change={change} action={phrases.add} onSubmit={add}>
				<TextField {...field("origin", phrases.origin, phrases.originHint)} type="url" spellcheck={false} required />
			</ChangeForm>
		</div>
	);
}
