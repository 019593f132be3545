import { useState } from "preact/hooks";
import { type App, useApp } from "../shell/app.ts";
import { Breakable } from "../ui/breakable.tsx";
import { Button } from "../ui/button.tsx";
import { Chip } from "../ui/chip.tsx";
import type { DialogEnds } from "../ui/dialog.tsx";
import { ConfirmDialog } from "../ui/dialog.tsx";
import { Loaded, useGet } from "../ui/loading/loaded.tsx";
import { News, PageHead, Panel } from "../ui/page.tsx";
import { actionColumn, type Column, DataTable, type RowAction } from "../ui/tables/table.tsx";
import { RemoveDialog } from "./remove-dialog.tsx";
import { InviteDialog, RoleDialog } from "./staff-dialogs.tsx";
import { type Invitation, mayManage, type StaffMember } from "./staff-record.ts";

type Asked =
	| { kind: "invite" }
	| { kind: "change-role"; member: StaffMember }
	| { kind: "remove"; member: StaffMember }
	| { kind: "withdraw"; invitation: Invitation };

/** Staff members and invitations. */
export function StaffPage() {
	const app = useApp();
	const [asked, setAsked] = useState<Asked>();
	const [news, setNews] = useState("");
	const list = useGet("/staff");
	const phrases = app.words.staff;

	function finish(sentence: string): void {
		setAsked(undefined);
		setNews(sentence);
		void list.load();
	}

	return (
		<>
			<PageHead title={app.words.shell.pages.staff}>
				<Button label={phrases.invite} isPrimary onClick={() => setAsked({ kind: "invite" })} />
			</PageHead>
			<News text={news} />
			<Loaded resource={list}>
				{({ staff, invitations }) => (
					<>
						<section class="panel list-panel">
							<DataTable
								caption={app.words.shell.pages.staff}
								columns={staffColumns(app, setAsked)}
								rows={staff}
								keyOf={(member) => member.user_id}
							/>
						</section>
						{invitations.length > 0 && (
							<Panel title={phrases.invitations} isOpen>
								<div class="panel list-panel">
									<DataTable
										caption={phrases.invitations}
										columns={invitationColumns(app, setAsked)}
										rows={invitations}
										keyOf={(invitation) => invitation.invitation_id}
									/>
								</div>
							</Panel>
						)}
					</>
				)}
			</Loaded>
			{asked && <StaffDialog asked={asked} onClose={() => setAsked(undefined)} onDone={finish} />}
		</>
	);
}

function staffColumns({ words, formats, session }: App, onAsk: (asked: Asked) => void): Column<StaffMember>[] {
	const { columns, primaryOwner, isOn, isOff, never, ...phrases } = words.staff;
	const actionsOf = (member: StaffMember): RowAction[] => [
		[phrases.changeRole, phrases.changeRoleOf(member.name), () => onAsk({ kind: "change-role", member })],
		[words.shared.remove, phrases.removeNamed(member.name), () => onAsk({ kind: "remove", member })],
	];
	return [
		{ head: columns.name, kind: "text", cell: ({ name }) => <Breakable text={name} /> },
		{ head: columns.email, kind: "text", inCard: "plain", cell: ({ email }) => <Breakable text={email} /> },
		{
			head: columns.role,
			inCard: "plain",
			cell: (member) => (member.is_primary_owner ? primaryOwner : words.shell.roles[member.role]),
		},
		{
			head: columns.secondFactor,
			cell: ({ has_second_factor: hasOne }) =>
				hasOne ? <Chip tone="success" icon="check" label={isOn} /> : <Chip tone="warning" icon="alert" label={isOff} />,
		},
		{
			head: columns.lastSeen,
			kind: "moment",
			cell: ({ last_seen_at: seenAt }) => (seenAt === null ? never : formats.moment(seenAt)),
		},
		actionColumn(words, (member) => (mayManage(session.user, member) ? actionsOf(member) : [])),
	];
}

function invitationColumns({ words, formats }: App, onAsk: (asked: Asked) => void): Column<Invitation>[] {
	const { columns, withdraw, withdrawNamed } = words.staff;
	return [
		{ head: columns.name, kind: "text", cell: ({ name }) => <Breakable text={name} /> },
		{ head: columns.email, kind: "text", inCard: "plain", cell: ({ email }) => <Breakable text={email} /> },
		{ head: columns.role, inCard: "plain", cell: ({ role }) => words.shell.roles[role] },
		{ head: columns.until, kind: "moment", cell: ({ expires_at: until }) => formats.moment(until) },
		actionColumn(words, (invitation) => [
			[withdraw, withdrawNamed(invitation.email), () => onAsk({ kind: "withdraw", invitation })],
		]),
	];
}

/** Done with a sentence about the change. */
function StaffDialog({ asked, onClose, onDone }: DialogEnds<string> & { asked: Asked }) {
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
	if (asked.kind === "remove") return <RemoveDialog member={asked.member} onClose={onClose} onDone={onDone} />;
	const { email, invitation_id } = asked.invitation;
	return (
		<ConfirmDialog
			title={phrases.withdrawNamed(email)}
			send={() => api.delete("/staff/invitations/{invitation_id}", { path: { invitation_id } })}
			onClose={onClose}
			onDone={() => onDone(phrases.withdrawn(email))}
		>
			{phrases.withdrawExplanation}
		</ConfirmDialog>
	);
}
