import { useState } from "preact/hooks";
import { useApp } from "../shell/app.ts";
import { ConfirmDialog } from "../ui/dialogs/confirm-dialog.tsx";
import { Loaded } from "../ui/loading/states.tsx";
import { useResource } from "../ui/loading/use-resource.ts";
import { PageHead } from "../ui/page-head.tsx";
import { InvitationTable } from "./invitation-table.tsx";
import { InviteDialog } from "./invite-dialog.tsx";
import { RemoveDialog } from "./remove-dialog.tsx";
import { RoleDialog } from "./role-dialog.tsx";
import type { Asked } from "./staff-record.ts";
import { StaffTable } from "./staff-table.tsx";

/** Staff members and invitations. */
export function StaffPage() {
	const { api, words } = useApp();
	const [asked, setAsked] = useState<Asked>();
	const [news, setNews] = useState("");
	const list = useResource((signal) => api.get("/staff", { signal }), "");
	const phrases = words.staff;

	function finish(sentence: string): void {
		setAsked(undefined);
		setNews(sentence);
		void list.load();
	}

	return (
		<>
			<PageHead title={phrases.title}>
				<button type="button" class="button" onClick={() => setAsked({ kind: "invite" })}>
					{phrases.invite}
				</button>
			</PageHead>
			<div role="status">{news && <p class="notice">{news}</p>}</div>
			<Loaded resource={list}>
				{({ staff, invitations }) => (
					<>
						<section class="panel list-panel">
							<StaffTable staff={staff} onAsk={setAsked} />
						</section>
						{invitations.length > 0 && <InvitationTable invitations={invitations} onAsk={setAsked} />}
					</>
				)}
			</Loaded>
			{asked && <StaffDialog asked={asked} onClose={() => setAsked(undefined)} onDone={finish} />}
		</>
	);
}

interface StaffDialogProps {
	asked: Asked;
	onClose: () => void;
	/** Called with a sentence about the change. */
	onDone: (sentence: string) => void;
}

function StaffDialog({ asked, onClose, onDone }: StaffDialogProps) {
	const { api, words } = useApp();
	const phrases = words.staff;
	if (asked.kind === "invite") {
		return <InviteDialog onClose={onClose} onDone={({ email }) => onDone(phrases.invited(email))} />;
	}
	if (asked.kind === "change-role") {
		return (
			<RoleDialog
				member={asked.member}
				onClose={onClose}
				onDone={({ name, role }) => onDone(phrases.roleChanged(name, words.shell.roles[role]))}
			/>
		);
	}
	if (asked.kind === "remove") {
		return <RemoveDialog member={asked.member} onClose={onClose} onDone={onDone} />;
	}
	const { invitation } = asked;
	return (
		<ConfirmDialog
			title={phrases.withdrawNamed(invitation.email)}
			send={() =>
				api.delete("/staff/invitations/{invitation_id}", { path: { invitation_id: invitation.invitation_id } })
			}
			onClose={onClose}
			onDone={() => onDone(phrases.withdrawn(invitation.email))}
		>
			{phrases.withdrawExplanation}
		</ConfirmDialog>
	);
}
