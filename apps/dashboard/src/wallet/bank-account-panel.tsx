import { useState } from "preact/hooks";
import type { Schemas } from "../api/records.ts";
import { useApp } from "../shell/app.ts";
import { ConfirmDialog } from "../ui/dialogs/confirm-dialog.tsx";
import type { Resource } from "../ui/loading/resource.ts";
import { Loaded, SkeletonRows } from "../ui/loading/states.tsx";
import { Pairs } from "../ui/pairs.tsx";
import { LinkAccountDialog } from "./link-account-dialog.tsx";
import type { BankAccount } from "./wallet-records.ts";

type Linked = Schemas["LinkedBankAccount"];

/** The bank account that withdrawals go to, and the way to another one. */
export function BankAccountPanel({ account }: { account: Resource<Linked> }) {
	const { words, may } = useApp();
	const phrases = words.wallet.account;
	return (
		<section class="panel section" aria-labelledby="bank-account">
			<h2 id="bank-account">{phrases.title}</h2>
			<Loaded resource={account} skeleton={<SkeletonRows count={3} />}>
				{({ bank_account: linked }) => (
					<>
						{linked === null ? <p class="muted">{phrases.none}</p> : <LinkedAccount account={linked} />}
						{may("bank_account.write") && <LinkActions isLinked={linked !== null} onChanged={account.show} />}
					</>
				)}
			</Loaded>
		</section>
	);
}

function LinkActions({ isLinked, onChanged }: { isLinked: boolean; onChanged: (linked: Linked) => void }) {
	const { api, words } = useApp();
	const [asked, setAsked] = useState<"link" | "remove">();
	const phrases = words.wallet.account;
	const close = () => setAsked(undefined);

	function show(linked: Linked): void {
		close();
		onChanged(linked);
	}

	return (
		<div class="form-actions">
			<button type="button" class="button-quiet" onClick={() => setAsked("link")}>
				{isLinked ? phrases.linkAnother : phrases.link}
			</button>
			{isLinked && (
				<button type="button" class="button-quiet" onClick={() => setAsked("remove")}>
					{phrases.remove}
				</button>
			)}
			{asked === "link" && <LinkAccountDialog onClose={close} onDone={show} />}
			{asked === "remove" && (
				<ConfirmDialog
					title={phrases.remove}
					send={() => api.delete("/settings/bank-account")}
					onClose={close}
					onDone={show}
				>
					{phrases.removeExplanation}
				</ConfirmDialog>
			)}
		</div>
	);
}

function LinkedAccount({ account }: { account: BankAccount }) {
	const { words, formats } = useApp();
	const phrases = words.wallet.account;
	return (
		<>
			<Pairs
				pairs={[
					[phrases.number, account.masked_account],
					[phrases.institution, account.institution_number],
					[phrases.holder, account.holder_name],
					[phrases.linkedAt, formats.moment(account.linked_at)],
				]}
			/>
			{account.validation_warnings.map(({ field, code }) => (
				<p key={`${field} ${code}`} class="notice" data-tone="warning">
					{phrases.warnings[code]}
				</p>
			))}
		</>
	);
}
