import type { Schemas } from "../api/records.ts";
import { type App, useApp } from "../shell/app.ts";
import { Breakable } from "../ui/breakable.tsx";
import { Button } from "../ui/button.tsx";
import { Chip } from "../ui/chip.tsx";
import { ConfirmDialog, useDialog } from "../ui/dialog.tsx";
import { useGet } from "../ui/loading/loaded.tsx";
import type { Column } from "../ui/tables/table.tsx";
import { actionColumn, RecordList } from "../ui/tables/table.tsx";
import { type CredentialDialogProps, ExpiryDialog, NewCredentialDialog } from "./credential-dialogs.tsx";
import { scopeName } from "./scopes.tsx";
import { SettingsHead } from "./settings-head.tsx";

type Credential = Schemas["Credential"];

export function CredentialsPage() {
	const app = useApp();
	const { session, words, may } = app;
	const list = useGet("/credentials");
	const { dialog, open, ends } = useDialog(() => void list.load());
	const phrases = words.settings.credentials;

	const actions = actionColumn(words, open, (credential: Credential) => [
		[
			phrases.changeExpiry,
			phrases.changeExpiryOf(credential.name),
			<ExpiryDialog key="expiry" credential={credential} {...ends} />,
		],
		[
			phrases.revoke,
			phrases.revokeNamed(credential.name),
			<RevokeDialog key="revoke" credential={credential} {...ends} />,
		],
	]);
	return (
		<>
			<SettingsHead>
				{may("credentials.write") && (
					<Button
						label={phrases.create}
						isPrimary
						onClick={() => open(<NewCredentialDialog onClose={() => ends.onDone(undefined)} />)}
					/>
				)}
			</SettingsHead>
			<p class="muted">{phrases.explanation}</p>
			{session.clock.ahead_ms !== 0 && <p class="notice">{phrases.clocks}</p>}
			<RecordList
				resource={list}
				rowsOf={({ credentials }) => credentials}
				phrases={phrases}
				columns={may("credentials.write") ? [...columnsFor(app), actions] : columnsFor(app)}
				keyOf={(row) => row.client_id}
			/>
			{dialog}
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

function columnsFor({ words, formats }: App): Column<Credential>[] {
	const { columns, never, expired } = words.settings.credentials;
	return [
		[
			columns.name,
			"text",
			({ name, client_id: id, created_at: createdAt, created_by: creator }) => (
				<>
					<Breakable text={name} />
					<code class="detail">{id}</code>
					<span class="detail small muted">
						{columns.created} {formats.day(formats.dateOf(createdAt))} {creator && <bdi>{creator.name}</bdi>}
					</span>
				</>
			),
		],
		[columns.channel, "plain", ({ channel }) => words.transactions.channels[channel]],
		[columns.scopes, "text", (row) => row.scopes.map((scope) => scopeName(words, scope)).join(", ")],
		[columns.lastUsed, "moment", ({ last_used_at: usedAt }) => (usedAt === null ? never : formats.moment(usedAt))],
		[
			columns.expires,
			"labelled",
			({ expires_at: expiresAt }) => {
				if (expiresAt === null) return never;
				return expiresAt > Date.now() ? (
					formats.day(formats.dateOf(expiresAt))
				) : (
					<Chip tone="danger" icon="cross" label={expired} />
				);
			},
		],
	];
}
