import { useState } from "preact/hooks";
import type { Schemas } from "../api/records.ts";
import { useApp } from "../shell/app.ts";
import { canUsePasskeys } from "../shell/passkey.ts";
import { Chip } from "../ui/chip.tsx";
import { ConfirmDialog } from "../ui/dialogs/confirm-dialog.tsx";
import { Loaded } from "../ui/loading/states.tsx";
import { useResource } from "../ui/loading/use-resource.ts";
import { AddPasskeyDialog } from "./add-passkey-dialog.tsx";
import { RecoveryCodesDialog } from "./recovery-codes-dialog.tsx";

type Passkey = Schemas["Passkeys"]["passkeys"][number];

type Asked = { kind: "add" } | { kind: "remove"; passkey: Passkey } | { kind: "codes"; codes: string[] };

/** The user's passkeys: sign in and confirm without password and code. */
export function PasskeysPanel({ onChanged }: { onChanged: () => void }) {
	const { api, words } = useApp();
	const [asked, setAsked] = useState<Asked>();
	const list = useResource((signal) => api.get("/account/passkeys", { signal }), "");
	const phrases = words.account.passkeys;

	function changed(next?: Asked): void {
		setAsked(next);
		void list.load();
		if (next === undefined) onChanged();
	}

	return (
		<section class="panel section" aria-labelledby="passkeys">
			<div class="section-head">
				<h2 id="passkeys">{phrases.title}</h2>
				{canUsePasskeys() && (
					<button type="button" class="button-quiet button-small" onClick={() => setAsked({ kind: "add" })}>
						{phrases.add}
					</button>
				)}
			</div>
			<p>{phrases.explanation}</p>
			<Loaded resource={list}>
				{({ passkeys }) =>
					passkeys.length === 0 ? (
						<p class="muted">{phrases.none}</p>
					) : (
						<ul class="items">
							{passkeys.map((passkey) => (
								<PasskeyItem
									key={passkey.passkey_id}
									passkey={passkey}
									onRemove={() => setAsked({ kind: "remove", passkey })}
								/>
							))}
						</ul>
					)
				}
			</Loaded>
			{asked?.kind === "add" && (
				<AddPasskeyDialog
					onClose={() => setAsked(undefined)}
					onAdded={(codes) => changed(codes.length === 0 ? undefined : { kind: "codes", codes })}
				/>
			)}
			{asked?.kind === "codes" && <RecoveryCodesDialog codes={asked.codes} onClose={() => changed()} />}
			{asked?.kind === "remove" && (
				<ConfirmDialog
					title={phrases.removeNamed(asked.passkey.name)}
					send={() => api.delete("/account/passkeys/{passkey_id}", { path: { passkey_id: asked.passkey.passkey_id } })}
					onClose={() => setAsked(undefined)}
					onDone={({ csrf_token: token }) => {
						api.useCsrfToken(token);
						changed();
					}}
				>
					{phrases.removeExplanation}
				</ConfirmDialog>
			)}
		</section>
	);
}

function PasskeyItem({ passkey, onRemove }: { passkey: Passkey; onRemove: () => void }) {
	const { words, formats } = useApp();
	const phrases = words.account.passkeys;
	const { name, created_at: createdAt, last_used_at: usedAt, is_backed_up: isBackedUp } = passkey;
	return (
		<li class="item">
			<div>
				<p>
					<bdi>{name}</bdi> {isBackedUp && <Chip tone="neutral" icon="check" label={phrases.synced} />}
				</p>
				<p class="small muted">
					{phrases.added(formats.moment(createdAt))} ·{" "}
					{usedAt === null ? phrases.neverUsed : phrases.used(formats.moment(usedAt))}
				</p>
			</div>
			<button type="button" class="button-quiet button-small" aria-label={phrases.removeNamed(name)} onClick={onRemove}>
				{phrases.remove}
			</button>
		</li>
	);
}
