import { useState } from "preact/hooks";
import { useApp } from "../shell/app.ts";
import { ConfirmDialog } from "../ui/dialogs/confirm-dialog.tsx";
import { CheckField } from "../ui/forms/field.tsx";
import { Loaded } from "../ui/loading/states.tsx";
import { useResource } from "../ui/loading/use-resource.ts";
import { namesOfOrphaned, type Orphaned, type StaffMember } from "./staff-record.ts";

export interface RemoveDialogProps {
	member: StaffMember;
	onClose: () => void;
	/** Called with what has changed, in a sentence. */
	onDone: (sentence: string) => void;
}

/** Removes a member, and revokes their credentials and disables their endpoints as the user chooses. */
export function RemoveDialog({ member, onClose, onDone }: RemoveDialogProps) {
	const { api, words } = useApp();
	const [revoked, setRevoked] = useState<string[]>([]);
	const [disabled, setDisabled] = useState<string[]>([]);
	const path = { user_id: member.user_id };
	const clients = useResource((signal) => api.get("/staff/{user_id}/clients", { path, signal }), "");
	const phrases = words.staff;
	const chosen = () => new URLSearchParams({ revoke: revoked.join(","), disable: disabled.join(",") });

	function tellOf(orphaned: Orphaned): void {
		const names = namesOfOrphaned(orphaned).join(", ");
		const more = names === "" ? "" : ` ${phrases.orphaned(names)}`;
		onDone(`${phrases.removed(member.name)}${more}`);
	}

	return (
		<ConfirmDialog
			title={phrases.removeNamed(member.name)}
			send={() => api.delete("/staff/{user_id}", { path, query: chosen() })}
			onClose={onClose}
			onDone={tellOf}
			fields={
				<Loaded resource={clients} skeleton={<div />}>
					{({ credentials, endpoints }) => (
						<>
							<CredentialChoice credentials={credentials} revoked={revoked} onChoose={setRevoked} />
							<EndpointChoice endpoints={endpoints} disabled={disabled} onChoose={setDisabled} />
						</>
					)}
				</Loaded>
			}
		>
			{phrases.removeExplanation}
		</ConfirmDialog>
	);
}

interface CredentialChoiceProps {
	credentials: Orphaned["credentials"];
	/** Client ids. */
	revoked: string[];
	onChoose: (clientIds: string[]) => void;
}

function CredentialChoice({ credentials, revoked, onChoose }: CredentialChoiceProps) {
	const { words, formats } = useApp();
	const phrases = words.staff;
	if (credentials.length === 0) return null;
	return (
		<fieldset class="check-group">
			<legend>{phrases.revokeLegend}</legend>
			<p class="field-hint">{phrases.revokeHint}</p>
			{credentials.map(({ client_id: id, name, last_used_at: usedAt }) => (
				<CheckField
					key={id}
					label={name}
					hint={usedAt === null ? phrases.neverUsed : phrases.lastUsed(formats.moment(usedAt))}
					isChecked={revoked.includes(id)}
					onCheck={(isOn) => onChoose(chosenWith(revoked, id, isOn))}
				/>
			))}
		</fieldset>
	);
}

interface EndpointChoiceProps {
	endpoints: Orphaned["endpoints"];
	/** Lookup ids. */
	disabled: string[];
	onChoose: (lookupIds: string[]) => void;
}

function EndpointChoice({ endpoints, disabled, onChoose }: EndpointChoiceProps) {
	const phrases = useApp().words.staff;
	if (endpoints.length === 0) return null;
	return (
		<fieldset class="check-group">
			<legend>{phrases.disableLegend}</legend>
			<p class="field-hint">{phrases.disableHint}</p>
			{endpoints.map(({ lookup_id: id, url }) => (
				<CheckField
					key={id}
					label={url}
					isChecked={disabled.includes(id)}
					onCheck={(isOn) => onChoose(chosenWith(disabled, id, isOn))}
				/>
			))}
		</fieldset>
	);
}

function chosenWith(chosen: string[], id: string, isOn: boolean): string[] {
	return isOn ? [...chosen, id] : chosen.filter((other) => other !== id);
}
