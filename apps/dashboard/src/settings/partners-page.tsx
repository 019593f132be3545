import type { Schemas } from "../api/records.ts";
import { type App, useApp } from "../shell/app.ts";
import { Breakable } from "../ui/breakable.tsx";
import { useDialog } from "../ui/dialog.tsx";
import { useGet } from "../ui/loading/loaded.tsx";
import { actionColumn, type Column, column, confirmAction, RecordList } from "../ui/tables/table.tsx";
import { scopeName } from "./scopes.tsx";
import { SettingsHead } from "./settings-head.tsx";

type Partner = Schemas["ConnectedPartner"];

export function PartnersPage() {
	const app = useApp();
	const { api, words, may } = app;
	const list = useGet("/partners");
	const { dialog, open, ends } = useDialog(() => void list.load());
	const phrases = words.settings.partners;
	const actions = actionColumn(words, open, ({ business_name, client_id }: Partner) => [
		confirmAction(phrases.disconnect, phrases.disconnectNamed(business_name), phrases.disconnectExplanation, {
			send: () => api.delete("/partners/{client_id}", { path: { client_id } }),
			...ends,
		}),
	]);
	return (
		<>
			<SettingsHead />
			<p class="muted">{phrases.explanation}</p>
			<RecordList
				resource={list}
				rowsOf={({ partners }) => partners}
				phrases={phrases}
				columns={may("partners.write") ? [...columnsFor(app), actions] : columnsFor(app)}
				keyOf="client_id"
			/>
			{dialog}
		</>
	);
}

function columnsFor({ words, formats }: App): Column<Partner>[] {
	const phrases = words.settings.partners;
	return [
		column(phrases.name, "text", (partner) => <Breakable text={partner.business_name} />),
		column(phrases.scopes, "text", ({ scopes }) => scopes.map((scope) => scopeName(words, scope)).join(", ")),
		column(phrases.since, "moment", (partner) => formats.moment(partner.connected_at)),
		column(phrases.by, "text", (partner) => <bdi>{partner.connected_by.name}</bdi>),
	];
}
