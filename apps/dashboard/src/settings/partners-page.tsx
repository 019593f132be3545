import { useState } from "preact/hooks";
import type { Schemas } from "../api/records.ts";
import { useApp } from "../shell/app.ts";
import { Breakable } from "../ui/breakable.tsx";
import { ConfirmDialog } from "../ui/dialogs/confirm-dialog.tsx";
import { Empty, Loaded } from "../ui/loading/states.tsx";
import { useResource } from "../ui/loading/use-resource.ts";
import { type Column, DataTable } from "../ui/tables/data-table.tsx";
import { scopeName } from "./scopes.tsx";
import { SettingsHead } from "./settings-head.tsx";

/** Another company that may act for the merchant, since somebody consented. */
type Partner = Schemas["ConnectedPartner"];

/** The connected partners with their scopes, and a way to disconnect each. */
export function PartnersPage() {
	const { api, words } = useApp();
	const [disconnected, setDisconnected] = useState<Partner>();
	const list = useResource((signal) => api.get("/partners", { signal }), "");
	const phrases = words.settings.partners;
	return (
		<>
			<SettingsHead />
			<p class="muted">{phrases.explanation}</p>
			<section class="panel list-panel">
				<Loaded resource={list}>
					{({ partners }) =>
						partners.length === 0 ? (
							<Empty title={phrases.none}>
								<p>{phrases.noneHint}</p>
							</Empty>
						) : (
							<PartnerTable partners={partners} onDisconnect={setDisconnected} />
						)
					}
				</Loaded>
			</section>
			{disconnected && (
				<ConfirmDialog
					title={phrases.disconnectNamed(disconnected.business_name)}
					send={() => api.delete("/partners/{client_id}", { path: { client_id: disconnected.client_id } })}
					onClose={() => setDisconnected(undefined)}
					onDone={() => {
						setDisconnected(undefined);
						void list.load();
					}}
				>
					{phrases.disconnectExplanation}
				</ConfirmDialog>
			)}
		</>
	);
}

interface PartnerTableProps {
	partners: Partner[];
	onDisconnect: (partner: Partner) => void;
}

function PartnerTable({ partners, onDisconnect }: PartnerTableProps) {
	const { words, formats, may } = useApp();
	const phrases = words.settings.partners;
	const disconnect: Column<Partner> = {
		key: "disconnect",
		inCard: "plain",
		head: words.shared.actions,
		cell: (partner) => (
			<button
				type="button"
				class="button-quiet button-small"
				aria-label={phrases.disconnectNamed(partner.business_name)}
				onClick={() => onDisconnect(partner)}
			>
				{phrases.disconnect}
			</button>
		),
	};
	return (
		<DataTable
			caption={phrases.caption}
			rows={partners}
			keyOf={(partner) => partner.client_id}
			columns={[
				{
					key: "name",
					head: phrases.name,
					isText: true,
					cell: (partner) => <Breakable text={partner.business_name} />,
				},
				{
					key: "scopes",
					head: phrases.scopes,
					isText: true,
					cell: ({ scopes }) => scopes.map((scope) => scopeName(words, scope)).join(", "),
				},
				{ key: "since", head: phrases.since, isTime: true, cell: (partner) => formats.moment(partner.connected_at) },
				{ key: "by", head: phrases.by, isText: true, cell: (partner) => <bdi>{partner.connected_by.name}</bdi> },
				...(may("partners.write") ? [disconnect] : []),
			]}
		/>
	);
}
