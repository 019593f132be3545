import { useState } from "preact/hooks";
import { useApp } from "../shell/app.ts";
import type { DialogEnds } from "../ui/dialog.tsx";
import { ConfirmDialog } from "../ui/dialog.tsx";
import { CheckField, FieldGroup } from "../ui/forms/fields.tsx";
import { Loaded, useGet } from "../ui/loading/loaded.tsx";
import { namesOfOrphaned, type Orphaned, type StaffMember } from "./staff-record.ts";

/** Done with what has changed, in a sentence. */
export interface RemoveDialogProps extends DialogEnds<string> {
	member: StaffMember;
}

/** Removes a member, and revokes their credentials and disables their endpoints as the user chooses. */
export function RemoveDialog({ member, onClose, onDone }: RemoveDialogProps) {
	const { api, words, formats } = useApp();
	const [revoked, setRevoked] = useState<string[]>([]);
	const [disabled, setDisabled] = useState<string[]>([]);
	const path = { user_id: member.user_id };
	const clients = useGet("/staff/{user_id}/clients", { path });
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
							<Choice
								legend={phrases.revokeLegend}
								hint={phrases.revokeHint}
								choices={credentials.map(({ client_id: id, name: label, last_used_at: usedAt }) => ({
									id,
									label,
									hint: usedAt === null ? phrases.neverUsed : phrases.lastUsed(formats.moment(usedAt)),
								}))}
								chosen={revoked}
								onChoose={setRevoked}
							/>
							<Choice
								legend={phrases.disableLegend}
								hint={phrases.disableHint}
								choices={endpoints.map(({ lookup_id: id, url: label }) => ({ id, label }))}
								chosen={disabled}
								onChoose={setDisabled}
							/>
						</>
					)}
				</Loaded>
			}
		>
			{phrases.removeExplanation}
		</ConfirmDialog>
	);
}

interface ChoiceProps {
	legend: string;
	hint: string;
	choices: { id: string; label: string; hint?: string }[];
	chosen: string[];
	onChoose: (ids: string[]) => void;
}

function Choice({ legend, hint, choices, chosen, onChoose }: ChoiceProps) {
	if (choices.length === 0) return null;
	return (
		<FieldGroup legend={legend} hint={hint}>
			{choices.map(({ id, ...field }) => (
				<CheckField
					key={id}
					{...field}
					value={chosen.includes(id)}
					onChange={(isOn) => onChoose(isOn ? [...chosen, id] : chosen.filter((other) => other !== id))}
				/>
			))}
		</FieldGroup>
	);
}
