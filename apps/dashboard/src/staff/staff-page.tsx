import { useState } from "preact/hooks";
import { type App, useApp } from "../shell/app.ts";
import { Breakable } from "../ui/breakable.tsx";
import { Button } from "../ui/button.tsx";
import { Chip } from "../ui/chip.tsx";
import { useDialog } from "../ui/dialog.tsx";
import { Loaded, useGet } from "../ui/loading/loaded.tsx";
import { News, PageHead, Panel } from "../ui/page.tsx";
import { actionColumn, type Column, column, confirmAction, DataTable } from "../ui/tables/table.tsx";
import { InviteDialog, RemoveDialog, RoleDialog } from "./staff-dialogs.tsx";
import { type Invitation, mayManage, type StaffMember } from "./staff-record.ts";

export function StaffPage() {
	const app = useApp();
	const [news, setNews] = useState("");
	const list = useGet("/staff");
	const { dialog, open, ends } = useDialog((sentence: string) => {
		setNews(sentence);
		void list.load();
	});
	const { words, session } = app;
	const phrases = words.staff;
	const staffActions = actionColumn(words, open, (member: StaffMember) => {
		if (!mayManage(session.user, member)) return [];
		const given = { member, ...ends };
		return [
			[phrases.changeRole, phrases.changeRoleOf(member.name), <RoleDialog key="role" {...given} />],
			[words.shared.remove, phrases.removeNamed(member.name), <RemoveDialog key="remove" {...given} />],
		];
	});
	const invitationActions = actionColumn(words, open, ({ email, invitation_id }: Invitation) => [
		confirmAction(phrases.withdraw, phrases.withdrawNamed(email), phrases.withdrawExplanation, {
			send: () => app.api.delete("/staff/invitations/{invitation_id}", { path: { invitation_id } }),
			onClose: ends.onClose,
			onDone: () => ends.onDone(phrases.withdrawn(email)),
		}),
	]);
	return (
		<>
			<PageHead title={words.shell.pages.staff}>
				<Button label={phrases.invite} isPrimary onClick={() => open(<InviteDialog {...ends} />)} />
			</PageHead>
			<News text={news} />
			<Loaded resource={list}>
				{({ staff, invitations }) => (
					<>
						<section class="panel list-panel">
							<DataTable
								caption={words.shell.pages.staff}
								columns={[...staffColumns(app), staffActions]}
								rows={staff}
								keyOf="user_id"
							/>
						</section>
						{invitations.length > 0 && (
							<Panel title={phrases.invitations} isOpen>
								<div class="panel list-panel">
									<DataTable
										caption={phrases.invitations}
										columns={[...invitationColumns(app), invitationActions]}
										rows={invitations}
										keyOf="invitation_id"
									/>
								</div>
							</Panel>
						)}
					</>
				)}
			</Loaded>
			{dialog}
		</>
	);
}

function staffColumns({ words, formats }: App): Column<StaffMember>[] {
	const { columns, primaryOwner, isOn, isOff, never } = words.staff;
	return [
		column(columns.name, "text", ({ name }) => <Breakable text={name} />),
		column(columns.email, "text plain", ({ email }) => <Breakable text={email} />),
		column(columns.role, "plain", (member) =>
			member.is_primary_owner ? primaryOwner : words.shell.roles[member.role],
		),
		column(columns.secondFactor, "labelled", ({ has_second_factor: hasOne }) =>
			hasOne ? <Chip tone="success" icon="check" label={isOn} /> : <Chip tone="warning" icon="alert" label={isOff} />,
		),
		column(columns.lastSeen, "moment", ({ last_seen_at: seenAt }) =>
			seenAt === null ? never : formats.moment(seenAt),
		),
	];
}

function invitationColumns({ words, formats }: App): Column<Invitation>[] {
	const { columns } = words.staff;
	return [
		column(columns.name, "text", ({ name }) => <Breakable text={name} />),
		column(columns.email, "text plain", ({ email }) => <Breakable text={email} />),
		column(columns.role, "plain", ({ role }) => words.shell.roles[role]),
		column(columns.until, "moment", ({ expires_at: until }) => formats.moment(until)),
	];
}
