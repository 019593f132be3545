import { Fragment } from "preact";
import type { Schemas } from "../api/records.ts";
import { type App, useApp } from "../shell/app.ts";
import { hrefIn } from "../shell/router.ts";
import { Button } from "../ui/button.tsx";
import { Chip } from "../ui/chip.tsx";
import { useDialog } from "../ui/dialog.tsx";
import { Empty, Loaded, useGet } from "../ui/loading/loaded.tsx";
import { Panel } from "../ui/page.tsx";
import { Snippet } from "../ui/snippet.tsx";
import { actionColumn, type Column, column, confirmAction, DataTable } from "../ui/tables/table.tsx";
import {
	type Account,
	ChangeAccountDialog,
	NewAccountDialog,
	nameOf,
	RemoveAccountDialog,
} from "./processor-account-dialogs.tsx";
import { SettingsHead } from "./settings-head.tsx";

type List = Schemas["ProcessorAccountList"];

export function ProcessorAccountsPage() {
	const app = useApp();
	const { session, words } = app;
	const list = useGet("/processor-accounts");
	const { dialog, open, ends } = useDialog(() => void list.load());
	const phrases = words.settings.processorAccounts;
	// The demo twin of a live merchant has accounts of test systems only.
	const toLive = <a href={hrefIn("live", "processorAccounts")}>{phrases.inLive}</a>;
	const isTwin = session.merchant.mode === "demo" && session.modes.includes("live");

	const actionsFor = (processors: List["processors"]) =>
		actionColumn(words, open, (account: Account) => {
			const fields = processors.find(({ name }) => name === account.processor)?.fields;
			const name = nameOf(account);
			const given = { account, ...ends };
			const change = fields && <ChangeAccountDialog {...given} fields={fields} />;
			return [
				...(change ? [[phrases.change, phrases.changeNamed(name), change] as const] : []),
				confirmAction(phrases.verify, phrases.verifyNamed(name), phrases.verifyExplanation, {
					tone: "primary",
					send: () =>
						app.api.post("/processor-accounts/{account_id}/verify", { path: { account_id: account.account_id } }),
					...ends,
					// A failed check may have changed what the list shows.
					onClose: () => ends.onDone(undefined),
				}),
				[words.shared.remove, phrases.removeNamed(name), <RemoveAccountDialog key="remove" {...given} />],
			];
		});
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
									<p>{isTwin ? toLive : processors.length > 0 ? phrases.noneHint : phrases.notInstalled}</p>
								</Empty>
							) : (
								<DataTable
									caption={phrases.caption}
									columns={[...columnsFor(app), actionsFor(processors)]}
									rows={accounts}
									keyOf="account_id"
								/>
							)}
						</section>
						<WebhookAddresses accounts={accounts} />
						{processors.length > 0 && (
							<p>
								<Button
									label={phrases.add}
									isPrimary
									onClick={() => open(<NewAccountDialog processors={processors} {...ends} />)}
								/>
							</p>
						)}
					</>
				)}
			</Loaded>
			{dialog}
		</>
	);
}

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

function columnsFor({ words, formats }: App): Column<Account>[] {
	const { columns, refused, isTest: isTestOf } = words.settings.processorAccounts;
	return [
		column(columns.processor, "labelled", ({ title, fields, is_test: isTest }) => (
			<>
				{title} {isTest && <Chip tone="warning" icon="alert" label={isTestOf(title)} />}
				{Object.entries(fields).map(([name, value]) => (
					<code class="detail" key={name}>
						{value}
					</code>
				))}
			</>
		)),
		column(columns.currency, "labelled", ({ currency }) => currency),
		column(columns.verified, "moment", ({ verified_at: verifiedAt }) =>
			verifiedAt === null ? <Chip tone="danger" icon="cross" label={refused} /> : formats.moment(verifiedAt),
		),
		column(columns.created, "moment", (account) => formats.moment(account.created_at)),
	];
}
