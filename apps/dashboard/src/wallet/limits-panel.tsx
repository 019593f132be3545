import type { JSX } from "preact";
import { useState } from "preact/hooks";
import type { Schemas } from "../api/records.ts";
import { useApp } from "../shell/app.ts";
import { amountToSend } from "../transactions/amount.ts";
import { ChangeForm } from "../ui/forms/change-form.tsx";
import { TextField } from "../ui/forms/field.tsx";
import { useChange } from "../ui/forms/use-change.ts";
import { Loaded, SkeletonRows } from "../ui/loading/states.tsx";
import { useResource } from "../ui/loading/use-resource.ts";
import { Pairs } from "../ui/pairs.tsx";

type Limits = Schemas["SendLimits"];

const names = ["per_payment", "per_day", "per_new_payee", "confirm_above"] as const;

/** The limits of payments from the wallet. */
export function LimitsPanel(): JSX.Element {
	const { api, words, formats, may } = useApp();
	const limits = useResource((signal) => api.get("/settings/send-limits", { signal }), "");
	const phrases = words.wallet.limits;
	return (
		<section class="panel section" aria-labelledby="send-limits">
			<h2 id="send-limits">{phrases.title}</h2>
			<p class="muted">{phrases.explanation}</p>
			<Loaded resource={limits} skeleton={<SkeletonRows count={4} />}>
				{(current) =>
					may("settings.write") ? (
						<LimitsForm current={current} onChanged={limits.show} />
					) : (
						<Pairs pairs={names.map((name) => [phrases.names[name], formats.money(current[name].amount, "CAD")])} />
					)
				}
			</Loaded>
		</section>
	);
}

function LimitsForm({ current, onChanged }: { current: Limits; onChanged: (limits: Limits) => void }): JSX.Element {
	const { api, words, formats } = useApp();
	/** What was typed; the other fields show the limit that holds. */
	const [typed, setTyped] = useState<Partial<Record<(typeof names)[number], string>>>({});
	const [isSaved, setIsSaved] = useState(false);
	const change = useChange();
	const phrases = words.wallet.limits;

	function save(): void {
		const body = Object.fromEntries(Object.entries(typed).map(([name, amount]) => [name, amountToSend(amount)]));
		void change.run(
			() => api.patch("/settings/send-limits", { body }),
			(limits) => {
				setTyped({});
				setIsSaved(true);
				onChanged(limits);
			},
		);
	}

	function hintOf({ next_amount: amount, next_at: at }: Limits[(typeof names)[number]]): string | undefined {
		if (amount === null || at === null) return undefined;
		return phrases.next(formats.money(amount, "CAD"), formats.moment(at));
	}

	return (
		<ChangeForm change={change} action={words.shared.save} tone="quiet" onSubmit={save}>
			{names.map((name) => (
				<TextField
					key={name}
					label={phrases.names[name]}
					hint={hintOf(current[name])}
					error={change.errorOf(name) && words.transactions.noAmount}
					inputMode="decimal"
					autocomplete="off"
					value={typed[name] ?? current[name].amount.toFixed(2)}
					onText={(amount) => {
						setTyped({ ...typed, [name]: amount });
						setIsSaved(false);
					}}
				/>
			))}
			<div role="status">{isSaved && <p class="notice">{phrases.saved}</p>}</div>
		</ChangeForm>
	);
}
