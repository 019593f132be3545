import { useState } from "preact/hooks";
import type { Schemas } from "../api/records.ts";
import { type App, useApp } from "../shell/app.ts";
import { Breakable } from "../ui/breakable.tsx";
import { Button } from "../ui/button.tsx";
import { Chip } from "../ui/chip.tsx";
import { ConfirmDialog } from "../ui/dialog.tsx";
import { useGet } from "../ui/loading/loaded.tsx";
import type { Column } from "../ui/tables/table.tsx";
import { actionColumn, RecordList } from "../ui/tables/table.tsx";
import { type CredentialDialogProps, ExpiryDialog, NewCredentialDialog } from "./credential-dialogs.tsx";
import { scopeName } from "./scopes.tsx";
import { SettingsHead } from "./settings-head.tsx";

type Credential = Schemas["Credential"];

type Asked = { kind: "create" } | { kind: "expiry" | "revoke"; credential: Credential };

/** The credentials of the merchant's servers: what there is, a new one, and an end to one. */
export function CredentialsPage() {
	const app = useApp();
	const { session, words, may } = app;
	const [asked, setAsked] = useState<Asked>();
	const list = useGet("/credentials");
	const phrases = words.settings.credentials;
	const close = () => setAsked(undefined);

	function closeAndRead(): void {
		close();
		void list.load();
	}

	return (
		<>
			<SettingsHead>
				{may("credentials.write") && (
					<Button label={phrases.create} isPrimary onClick={() => setAsked({ kind: "create" })} />
				)}
			</SettingsHead>
			<p class="muted">{phrases.explanation}</p>
			{session.clock.ahead_ms !== 0 && <p class="notice">{phrases.clocks}</p>}
			<RecordList
				resource={list}
				rowsOf={({ credentials }) => credentials}
				phrases={phrases}
				columns={columnsFor(app, setAsked)}
				keyOf={(row) => row.client_id}
			/>
			{asked?.kind === "create" && <NewCredentialDialog onClose={closeAndRead} />}
			{asked?.kind === "expiry" && <ExpiryDialog credential={asked.credential} onClose={close} onDone={closeAndRead} />}
			{asked?.kind === "revoke" && <RevokeDialog credential={asked.credential} onClose={close} onDone={closeAndRead} />}
		</>
	);
}

function RevokeDialog({ credential: { name, client_id }, ...ends }: CredentialDialogProps) {
	const { api, words } = useApp();
	const phrases = words.settings.credentials;
	return (
		<ConfirmDialog
			title={phrases.revokeNamed(name)}
			send={() => api.delete("/credentials/{client_id}", { path: { client_id } })}
			{...ends}
		>
			{phrases.revokeExplanation}
		</ConfirmDialog>
	);
}

function columnsFor({ words, formats, may }: App, onAsk: (asked: Asked) => void): Column<Credential>[] {
	const { columns, never, expired, ...phrases } = words.settings.credentials;
	const actions = actionColumn(words, (credential: Credential) => [
		[phrases.changeExpiry, phrases.changeExpiryOf(credential.name), () => onAsk({ kind: "expiry", credential })],
		[phrases.revoke, phrases.revokeNamed(credential.name), () => onAsk({ kind: "revoke", credential })],
	]);
	return [
		{
			head: columns.name,
			kind: "text",
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
		{ head: columns.channel, inCard: "plain", cell: ({ channel }) => words.transactions.channels[channel] },
		{
			head: columns.scopes,
			kind: "text",
			cell: (row) => row.scopes.map((scope) => scopeName(words, scope)).join(", "),
		},
		{
			head: columns.lastUsed,
			kind: "moment",
			cell: ({ last_used_at: usedAt }) => (usedAt === null ? never : formats.moment(usedAt)),
		},
		{
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
		...(may("credentials.write") ? [actions] : []),
	];
}
