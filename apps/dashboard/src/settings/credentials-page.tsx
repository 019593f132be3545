import { useState } from "preact/hooks";
import type { Schemas } from "../api/records.ts";
import { type App, useApp } from "../shell/app.ts";
import { Breakable } from "../ui/breakable.tsx";
import { Chip } from "../ui/chip.tsx";
import { ConfirmDialog } from "../ui/dialogs/confirm-dialog.tsx";
import { Empty, Loaded } from "../ui/loading/states.tsx";
import { useResource } from "../ui/loading/use-resource.ts";
import { type Column, DataTable } from "../ui/tables/data-table.tsx";
import { ExpiryDialog } from "./expiry-dialog.tsx";
import { NewCredentialDialog } from "./new-credential-dialog.tsx";
import { scopeName } from "./scopes.tsx";
import { SettingsHead } from "./settings-head.tsx";

type Credential = Schemas["Credential"];

/** The credentials of the merchant's servers: what there is, a new one, and an end to one. */
export function CredentialsPage() {
	const { api, session, words, may } = useApp();
	const [isNewOpen, setNewOpen] = useState(false);
	const [revoked, setRevoked] = useState<Credential>();
	const [prolonged, setProlonged] = useState<Credential>();
	const list = useResource((signal) => api.get("/credentials", { signal }), "");
	const phrases = words.settings.credentials;

	function closeAndRead(): void {
		setNewOpen(false);
		setRevoked(undefined);
		setProlonged(undefined);
		void list.load();
	}

	return (
		<>
			<SettingsHead>
				{may("credentials.write") && (
					<button type="button" class="button" onClick={() => setNewOpen(true)}>
						{phrases.create}
					</button>
				)}
			</SettingsHead>
			<p class="muted">{phrases.explanation}</p>
			{session.clock.ahead_ms !== 0 && <p class="notice">{phrases.clocks}</p>}
			<section class="panel list-panel">
				<Loaded resource={list}>
					{({ credentials }) =>
						credentials.length === 0 ? (
							<Empty title={phrases.none}>
								<p>{phrases.noneHint}</p>
							</Empty>
						) : (
							<CredentialTable credentials={credentials} onRevoke={setRevoked} onExpiry={setProlonged} />
						)
					}
				</Loaded>
			</section>
			{isNewOpen && <NewCredentialDialog onClose={closeAndRead} />}
			{prolonged && (
				<ExpiryDialog credential={prolonged} onClose={() => setProlonged(undefined)} onDone={closeAndRead} />
			)}
			{revoked && (
				<ConfirmDialog
					title={phrases.revokeNamed(revoked.name)}
					send={() => api.delete("/credentials/{client_id}", { path: { client_id: revoked.client_id } })}
					onClose={() => setRevoked(undefined)}
					onDone={closeAndRead}
				>
					{phrases.revokeExplanation}
				</ConfirmDialog>
			)}
		</>
	);
}

interface CredentialTableProps {
	credentials: Credential[];
	onRevoke: (credential: Credential) => void;
	onExpiry: (credential: Credential) => void;
}

function CredentialTable({ credentials, onRevoke, onExpiry }: CredentialTableProps) {
	const app = useApp();
	const { credentials: phrases } = app.words.settings;
	const actions: Column<Credential> = {
		key: "actions",
		inCard: "plain",
		head: app.words.shared.actions,
		cell: (credential) => (
			<div class="row-actions">
				<button
					type="button"
					class="button-quiet button-small"
					aria-label={phrases.changeExpiryOf(credential.name)}
					onClick={() => onExpiry(credential)}
				>
					{phrases.changeExpiry}
				</button>
				<button
					type="button"
					class="button-quiet button-small"
					aria-label={phrases.revokeNamed(credential.name)}
					onClick={() => onRevoke(credential)}
				>
					{phrases.revoke}
				</button>
			</div>
		),
	};
	const columns = app.may("credentials.write") ? [...columnsFor(app), actions] : columnsFor(app);
	return <DataTable caption={phrases.caption} columns={columns} rows={credentials} keyOf={(row) => row.client_id} />;
}

function columnsFor({ words, formats }: App): Column<Credential>[] {
	const { columns, never, expired } = words.settings.credentials;
	return [
		{
			key: "name",
			head: columns.name,
			isText: true,
			cell: ({ name, client_id: id, created_at: createdAt, created_by: creator }) => (
				<>
					<Breakable text={name} />
					<code class="detail">{id}</code>
					<span class="detail small muted">
						{columns.created} {formats.day(formats.dateOf(createdAt))} {creator && <bdi>{creator.name}</bdi>}
					</span>
				</>
			),
		},
		{
			key: "channel",
			head: columns.channel,
			inCard: "plain",
			cell: ({ channel }) => words.transactions.channels[channel],
		},
		{
			key: "scopes",
			head: columns.scopes,
			isText: true,
			cell: (row) => row.scopes.map((scope) => scopeName(words, scope)).join(", "),
		},
		{
			key: "used",
			isTime: true,
			head: columns.lastUsed,
			cell: ({ last_used_at: usedAt }) => (usedAt === null ? never : formats.moment(usedAt)),
		},
		{
			key: "expires",
			head: columns.expires,
			cell: ({ expires_at: expiresAt }) => {
				if (expiresAt === null) return never;
				return expiresAt > Date.now() ? (
					formats.day(formats.dateOf(expiresAt))
				) : (
					<Chip tone="danger" icon="cross" label={expired} />
				);
			},
		},
	];
}
