import { Fragment } from "preact";
import { useState } from "preact/hooks";
import type { Schemas } from "../api/records.ts";
import { useApp } from "../shell/app.ts";
import { hrefIn } from "../shell/router.ts";
import { Chip } from "../ui/chip.tsx";
import { ConfirmDialog } from "../ui/dialogs/confirm-dialog.tsx";
import { TextField } from "../ui/forms/field.tsx";
import { Empty, Loaded } from "../ui/loading/states.tsx";
import { useResource } from "../ui/loading/use-resource.ts";
import { Snippet } from "../ui/snippet.tsx";
import { type Column, DataTable } from "../ui/tables/data-table.tsx";
import { ChangeProcessorAccountDialog } from "./change-processor-account-dialog.tsx";
import { NewProcessorAccountDialog } from "./new-processor-account-dialog.tsx";
import { SettingsHead } from "./settings-head.tsx";

type Account = Schemas["ProcessorAccount"];
type List = Schemas["ProcessorAccountList"];

/** A question about one account. */
interface Question {
	kind: "change" | "verify" | "remove";
	account: Account;
	/** The fields of its processor; undefined when that is not installed. */
	fields: List["processors"][number]["fields"] | undefined;
}

/** The merchant's accounts at processors of real cards, for the primary owner. */
export function ProcessorAccountsPage() {
	const { api, session, words } = useApp();
	const [offered, setOffered] = useState<List["processors"]>();
	const [question, setQuestion] = useState<Question>();
	const list = useResource((signal) => api.get("/processor-accounts", { signal }), "");
	const phrases = words.settings.processorAccounts;
	const isTwin = session.merchant.mode === "demo" && session.modes.includes("live");

	function closeAndRead(): void {
		setOffered(undefined);
		setQuestion(undefined);
		void list.load();
	}

	return (
		<>
			<SettingsHead />
			<p class="muted">{phrases.explanation}</p>
			<Loaded resource={list}>
				{({ accounts, processors }) => (
					<>
						<section class="panel list-panel">
							{accounts.length === 0 ? (
								<Empty title={phrases.none}>
									<EmptyHint isTwin={isTwin} isInstalled={processors.length > 0} />
								</Empty>
							) : (
								<AccountTable accounts={accounts} processors={processors} onAsk={setQuestion} />
							)}
						</section>
						<WebhookAddresses accounts={accounts} />
						{processors.length > 0 && (
							<p>
								<button type="button" class="button" onClick={() => setOffered(processors)}>
									{phrases.add}
								</button>
							</p>
						)}
					</>
				)}
			</Loaded>
			{offered && (
				<NewProcessorAccountDialog processors={offered} onClose={() => setOffered(undefined)} onDone={closeAndRead} />
			)}
			{question?.kind === "change" && question.fields !== undefined && (
				<ChangeProcessorAccountDialog
					title={phrases.changeNamed(nameOf(question.account))}
					account={question.account}
					fields={question.fields}
					onClose={() => setQuestion(undefined)}
					onDone={closeAndRead}
				/>
			)}
			{question?.kind === "verify" && (
				<VerifyDialog account={question.account} onClose={closeAndRead} onDone={closeAndRead} />
			)}
			{question?.kind === "remove" && (
				<RemoveDialog account={question.account} onClose={() => setQuestion(undefined)} onDone={closeAndRead} />
			)}
		</>
	);
}

/** Says where to connect an account: the demo twin of a live merchant has those of test systems only. */
function EmptyHint({ isTwin, isInstalled }: { isTwin: boolean; isInstalled: boolean }) {
	const { processorAccounts: phrases } = useApp().words.settings;
	if (isTwin) {
		return (
			<p>
				<a href={hrefIn("live", "processorAccounts")}>{phrases.inLive}</a>
			</p>
		);
	}
	return <p>{isInstalled ? phrases.noneHint : phrases.notInstalled}</p>;
}

/** The addresses that processors notify, with the place where each is entered. */
function WebhookAddresses({ accounts }: { accounts: Account[] }) {
	const { processorAccounts: phrases } = useApp().words.settings;
	const addressed = accounts.filter(({ webhook_url: url }) => url !== null);
	if (addressed.length === 0) return null;
	return (
		<section class="panel section" aria-labelledby="webhooks">
			<h2 id="webhooks">{phrases.webhooks}</h2>
			<p>{phrases.webhooksExplanation}</p>
			{addressed.map((account) => (
				<Fragment key={account.account_id}>
					<p>{phrases.enterAddress(account.title, account.webhook_place)}</p>
					<Snippet label={phrases.addressOf(nameOf(account))} text={account.webhook_url ?? ""} />
				</Fragment>
			))}
		</section>
	);
}

interface QuestionProps {
	account: Account;
	onClose: () => void;
	onDone: () => void;
}

function VerifyDialog({ account, onClose, onDone }: QuestionProps) {
	const { api, words } = useApp();
	const phrases = words.settings.processorAccounts;
	return (
		<ConfirmDialog
			title={phrases.verifyNamed(nameOf(account))}
			tone="primary"
			send={() => api.post("/processor-accounts/{account_id}/verify", { path: { account_id: account.account_id } })}
			onClose={onClose}
			onDone={onDone}
		>
			{phrases.verifyExplanation}
		</ConfirmDialog>
	);
}

function RemoveDialog({ account, onClose, onDone }: QuestionProps) {
	const { api, words } = useApp();
	const [reason, setReason] = useState("");
	const phrases = words.settings.processorAccounts;
	const path = { account_id: account.account_id };
	return (
		<ConfirmDialog
			title={phrases.removeNamed(nameOf(account))}
			fields={<TextField label={phrases.reason} maxLength={255} autocomplete="off" value={reason} onText={setReason} />}
			send={() => api.post("/processor-accounts/{account_id}/remove", { path, body: { reason } })}
			onClose={onClose}
			onDone={onDone}
		>
			{phrases.removeExplanation(account.currency)}
		</ConfirmDialog>
	);
}

function nameOf({ title, currency }: Account): string {
	return `${title}, ${currency}`;
}

interface AccountTableProps extends List {
	onAsk: (question: Question) => void;
}

function AccountTable({ accounts, processors, onAsk }: AccountTableProps) {
	const { words, formats } = useApp();
	const { columns, caption, refused, ...phrases } = words.settings.processorAccounts;
	const fieldsOf = ({ processor }: Account) => processors.find(({ name }) => name === processor)?.fields;
	const action = (kind: Question["kind"], account: Account, label: string, named: (name: string) => string) => (
		<button
			type="button"
			class="button-quiet button-small"
			aria-label={named(nameOf(account))}
			onClick={() => onAsk({ kind, account, fields: fieldsOf(account) })}
		>
			{label}
		</button>
	);
	const rows: Column<Account>[] = [
		{
			key: "processor",
			head: columns.processor,
			cell: ({ title, fields, is_test: isTest }) => (
				<>
					{title} {isTest && <Chip tone="warning" icon="alert" label={phrases.isTest(title)} />}
					{Object.entries(fields).map(([name, value]) => (
						<code class="detail" key={name}>
							{value}
						</code>
					))}
				</>
			),
		},
		{ key: "currency", head: columns.currency, cell: ({ currency }) => currency },
		{
			key: "verified",
			head: columns.verified,
			isTime: true,
			cell: ({ verified_at: verifiedAt }) =>
				verifiedAt === null ? <Chip tone="danger" icon="cross" label={refused} /> : formats.moment(verifiedAt),
		},
		{ key: "created", head: columns.created, isTime: true, cell: (account) => formats.moment(account.created_at) },
		{
			key: "actions",
			inCard: "plain",
			head: words.shared.actions,
			cell: (account) => (
				<div class="row-actions">
					{fieldsOf(account) && action("change", account, phrases.change, phrases.changeNamed)}
					{action("verify", account, phrases.verify, phrases.verifyNamed)}
					{action("remove", account, phrases.remove, phrases.removeNamed)}
				</div>
			),
		},
	];
	return <DataTable caption={caption} columns={rows} rows={accounts} keyOf={(account) => account.account_id} />;
}
