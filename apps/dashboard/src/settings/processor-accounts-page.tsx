import { Fragment } from "preact";
import { useState } from "preact/hooks";
import type { Schemas } from "../api/records.ts";
import { type App, useApp } from "../shell/app.ts";
import { hrefIn } from "../shell/router.ts";
import { Button } from "../ui/button.tsx";
import { Chip } from "../ui/chip.tsx";
import { Empty, Loaded, useGet } from "../ui/loading/loaded.tsx";
import { Panel } from "../ui/page.tsx";
import { Snippet } from "../ui/snippet.tsx";
import { actionColumn, type Column, DataTable } from "../ui/tables/table.tsx";
import {
	type Account,
	ChangeAccountDialog,
	NewAccountDialog,
	nameOf,
	RemoveAccountDialog,
	VerifyAccountDialog,
} from "./processor-account-dialogs.tsx";
import { SettingsHead } from "./settings-head.tsx";

type List = Schemas["ProcessorAccountList"];

type Asked = { kind: "add"; processors: List["processors"] } | Question;

/** A question about one account. */
interface Question {
	kind: "change" | "verify" | "remove";
	account: Account;
	/** The fields of its processor; undefined when that is not installed. */
	fields: List["processors"][number]["fields"] | undefined;
}

/** The merchant's accounts at processors of real cards, for the primary owner. */
export function ProcessorAccountsPage() {
	const app = useApp();
	const { session, words } = app;
	const [asked, setAsked] = useState<Asked>();
	const list = useGet("/processor-accounts");
	const phrases = words.settings.processorAccounts;
	const isTwin = session.merchant.mode === "demo" && session.modes.includes("live");

	function closeAndRead(): void {
		setAsked(undefined);
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
								<DataTable
									caption={phrases.caption}
									columns={columnsFor(app, processors, setAsked)}
									rows={accounts}
									keyOf={(account) => account.account_id}
								/>
							)}
						</section>
						<WebhookAddresses accounts={accounts} />
						{processors.length > 0 && (
							<p>
								<Button label={phrases.add} isPrimary onClick={() => setAsked({ kind: "add", processors })} />
							</p>
						)}
					</>
				)}
			</Loaded>
			{asked && <AskedDialog asked={asked} onClose={() => setAsked(undefined)} onDone={closeAndRead} />}
		</>
	);
}

function AskedDialog({ asked, ...ends }: { asked: Asked; onClose: () => void; onDone: () => void }) {
	if (asked.kind === "add") return <NewAccountDialog processors={asked.processors} {...ends} />;
	const { kind, account, fields = [] } = asked;
	if (kind === "change") return <ChangeAccountDialog account={account} fields={fields} {...ends} />;
	// A failed check may have changed what the list shows.
	if (kind === "verify") return <VerifyAccountDialog account={account} onClose={ends.onDone} onDone={ends.onDone} />;
	return <RemoveAccountDialog account={account} {...ends} />;
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
		<Panel title={phrases.webhooks}>
			<p>{phrases.webhooksExplanation}</p>
			{addressed.map((account) => (
				<Fragment key={account.account_id}>
					<p>{phrases.enterAddress(account.title, account.webhook_place)}</p>
					<Snippet label={phrases.addressOf(nameOf(account))} text={account.webhook_url ?? ""} />
				</Fragment>
			))}
		</Panel>
	);
}

function columnsFor(
	{ words, formats }: App,
	processors: List["processors"],
	onAsk: (question: Question) => void,
): Column<Account>[] {
	const { columns, refused, ...phrases } = words.settings.processorAccounts;
	const fieldsOf = ({ processor }: Account) => processors.find(({ name }) => name === processor)?.fields;
	const action = (kind: Question["kind"], account: Account, label: string, named: (name: string) => string) =>
		[label, named(nameOf(account)), () => onAsk({ kind, account, fields: fieldsOf(account) })] as const;
	return [
		{
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
		{ head: columns.currency, cell: ({ currency }) => currency },
		{
			head: columns.verified,
			kind: "moment",
			cell: ({ verified_at: verifiedAt }) =>
				verifiedAt === null ? <Chip tone="danger" icon="cross" label={refused} /> : formats.moment(verifiedAt),
		},
		{ head: columns.created, kind: "moment", cell: (account) => formats.moment(account.created_at) },
		actionColumn(words, (account) => [
			...(fieldsOf(account) ? [action("change", account, phrases.change, phrases.changeNamed)] : []),
			action("verify", account, phrases.verify, phrases.verifyNamed),
			action("remove", account, phrases.remove, phrases.removeNamed),
		]),
	];
}
