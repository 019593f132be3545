import { useState } from "preact/hooks";
import type { Schemas } from "../api/records.ts";
import { useApp } from "../shell/app.ts";
import { amountToSend } from "../transactions/amount.ts";
import { ChangeForm } from "../ui/forms/change-form.tsx";
import { MoneyField, useChange } from "../ui/forms/fields.tsx";
import { Loaded, useGet } from "../ui/loading/loaded.tsx";
import { News, Panel } from "../ui/page.tsx";
import { Pairs } from "../ui/pairs.tsx";

type Limits = Schemas["SendLimits"];

const names = ["per_payment", "per_day", "per_new_payee", "confirm_above", "approve_above"] as const;

type Name = (typeof names)[number];

export function LimitsPanel() {
	const { words, formats, may } = useApp();
	const limits = useGet("/settings/send-limits");
	const phrases = words.wallet.limits;
	const textOf = (amount: number | null) => (amount === null ? phrases.off : formats.money(amount, "CAD"));
	return (
		<Panel title={phrases.title}>
			<p class="muted">{phrases.explanation}</p>
			<Loaded resource={limits} skeleton={4}>
				{(current) =>
					may("settings.write") ? (
						<LimitsForm current={current} onChanged={limits.show} />
					) : (
						<Pairs pairs={names.map((name) => [phrases.names[name], textOf(current[name].amount)])} />
					)
				}
			</Loaded>
		</Panel>
	);
}

function LimitsForm({ current, onChanged }: { current: Limits; onChanged: (limits: Limits) => void }) {
	const { api, words, formats } = useApp();
	/** The typed texts; the other fields show the limit that holds. */
	const [typed, setTyped] = useState<Partial<Record<Name, string>>>({});
	const [isSaved, setIsSaved] = useState(false);
	const change = useChange();
	const phrases = words.wallet.limits;

	function save(): void {
		const body = Object.fromEntries(Object.entries(typed).map(([name, amount]) => [name, limitToSend(name, amount)]));
		void change.run(
			() => api.patch("/settings/send-limits", { body }),
			(limits) => {
				setTyped({});
				setIsSaved(true);
				onChanged(limits);
			},
		);
	}

	function textOf(amount: number | null): string {
		return amount === null ? "" : formats.typedAmount(amount);
	}

	function hintOf(name: Name): string | undefined {
		const { next_amount: amount, next_at: at } = current[name];
		if (at === null) return name === "approve_above" ? phrases.approvalHint : undefined;
		return phrases.next(amount === null ? phrases.off : formats.money(amount, "CAD"), formats.moment(at));
	}

	return (
		<ChangeForm change={change} action={words.shared.save} tone="quiet" onSubmit={save}>
			{names.map((name) => (
				<MoneyField
					key={name}
					label={phrases.names[name]}
					hint={hintOf(name)}
					error={change.errorOf(name) && words.problems.fields.amount}
					value={typed[name] ?? textOf(current[name].amount)}
					onChange={(amount) => {
						setTyped({ ...typed, [name]: amount });
						setIsSaved(false);
					}}
				/>
			))}
			<News text={isSaved && phrases.saved} />
		</ChangeForm>
	);
}

/** An empty limit for approvals switches them off. */
function limitToSend(name: string, typed: string): string | null {
	return name === "approve_above" && typed.trim() === "" ? null : amountToSend(typed);
}
