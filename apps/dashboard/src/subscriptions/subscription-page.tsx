import { useState } from "preact/hooks";
import { problemOf } from "../api/problem.ts";
import { priceOf } from "../plans/plan-words.ts";
import { type App, useApp } from "../shell/app.ts";
import { hrefOf } from "../shell/router.ts";
import { bankAnswer, cardName, payerName } from "../transactions/transaction-words.ts";
import { Button } from "../ui/button.tsx";
import { confirmDialog, useDialog } from "../ui/dialog.tsx";
import { useChange } from "../ui/forms/fields.tsx";
import { Failure, Loaded, type Resource, useGet, useResource } from "../ui/loading/loaded.tsx";
import { PageHead, Panel, Warning } from "../ui/page.tsx";
import { DetailsPanel, linkTo } from "../ui/pairs.tsx";
import { AttemptsPanel } from "./attempts-panel.tsx";
import { PaymentPreview } from "./payment-lines.tsx";
import { readNewestAttempt } from "./resume.ts";
import { ChangePlanDialog, ChangeSubscriptionDialog, ResumeDialog } from "./subscription-dialogs.tsx";
import {
	type Attempt,
	type Customer,
	hasOpenPayment,
	idsOf,
	isFinished,
	type Subscription,
	SubscriptionStatusChip,
	stepsFor,
	subscriptionRoute,
} from "./subscription-words.tsx";

type Ids = { customer_lookup_id: string; subscription_lookup_id: string };

export function SubscriptionPage({ customer_lookup_id, subscription_lookup_id: id }: Ids) {
	const resource = useGet("/customer-service/customer/{customer_lookup_id}", { path: { customer_lookup_id } });
	return (
		<Loaded resource={resource} parent="subscriptions">
			{(customer) => {
				const subscription = customer.subscriptions.find((one) => one.lookup_id === id);
				if (subscription === undefined) return <Failure problem={problemOf(404, undefined)} parent="subscriptions" />;
				return <SubscriptionDetails customer={customer} subscription={subscription} resource={resource} />;
			}}
		</Loaded>
	);
}

interface SubscriptionDetailsProps {
	customer: Customer;
	subscription: Subscription;
	resource: Resource<Customer>;
}

const statusAfter = { pause: "PAUSED", resume: "ACTIVE", cancel: "CANCELLED" } as const;

interface Done {
	attempt?: Attempt | undefined;
	isPaid?: boolean;
}

function SubscriptionDetails({ customer, subscription, resource }: SubscriptionDetailsProps) {
	const app = useApp();
	const { api, words, formats, may } = app;
	const { changePlan, columns, lines, steps } = words.subscriptions;
	const { dialog, open, close } = useDialog();
	const [{ attempt: tried, isPaid = true }, setDone] = useState<Done>({});
	const planChange = useChange();

	function showChanged(changed: Customer, done: Done = {}): void {
		close();
		setDone(done);
		resource.show(changed);
	}

	const given = { customer, subscription, onClose: close };
	const stepDialog = (step: keyof typeof statusAfter) =>
		confirmDialog(steps[step].named(subscription.name), steps[step].explanation, {
			...(step === "cancel" && { keep: steps.cancel.keep }),
			send: () =>
				api.patch(subscriptionRoute, { path: idsOf(customer, subscription), body: { status: statusAfter[step] } }),
			onClose: close,
			onDone: (changed) => showChanged(changed),
		});
	const resumeDialog = (
		<ResumeDialog {...given} onDone={({ customer: changed, attempt }) => showChanged(changed, { attempt })} />
	);
	const planDialog = (
		<ChangePlanDialog
			{...given}
			change={planChange}
			onDone={({ customer: changed, isPaid: paid }) => showChanged(changed, { isPaid: paid })}
		/>
	);
	const changeDialog = <ChangeSubscriptionDialog {...given} onDone={(changed) => showChanged(changed)} />;
	const buttons = (
		<>
			{stepsFor(subscription).map((step) => (
				<Button
					key={step}
					label={steps[step].short}
					onClick={() => open(step === "resume" && hasOpenPayment(subscription) ? resumeDialog : stepDialog(step))}
				/>
			))}
			{subscription.status === "ACTIVE" && <Button label={changePlan.short} onClick={() => open(planDialog)} />}
			{!isFinished(subscription) && <Button label={words.shared.change} onClick={() => open(changeDialog)} />}
		</>
	);

	return (
		<>
			<PageHead
				status={<SubscriptionStatusChip subscription={subscription} />}
				title={subscription.name}
				back={{ href: hrefOf("customer", { customer_lookup_id: customer.lookup_id }), label: payerName(customer) }}
			>
				{may("subscriptions.write") && buttons}
			</PageHead>
			{hasOpenPayment(subscription) && <UnpaidNotice subscription={subscription} />}
			<div role="status">
				{tried && <TryNews attempt={tried} />}
				{!isPaid && <Warning>{changePlan.unpaid}</Warning>}
			</div>
			<DetailsPanel pairs={pairsOf(app, customer, subscription)} metadata={subscription.metadata} />
			{subscription.next_run !== null && (
				<Panel title={columns.next}>
					<PaymentPreview
						customer={customer}
						subscription={subscription}
						query={new URLSearchParams()}
						totalOf={({ at }) => (at === null ? lines.total : changePlan.chargedAt(formats.moment(at)))}
					/>
				</Panel>
			)}
			<AttemptsPanel subscription={subscription} />
			{dialog}
		</>
	);
}

function TryNews({ attempt }: { attempt: Attempt }) {
	const { words, formats } = useApp();
	const { tried } = words.subscriptions;
	const { transaction_result: result } = attempt;
	const message = bankAnswer(words, attempt);
	const sentence = tried[result](formats.money(attempt.amount, attempt.currency), cardName(attempt));
	return (
		<p class="notice" {...(result !== "APPROVED" && { "data-tone": "warning" })}>
			{sentence} {result === "DECLINED" && message !== undefined && <bdi>{message}</bdi>}
		</p>
	);
}

function pairsOf(app: App, customer: Customer, subscription: Subscription) {
	const { words, formats } = app;
	const { columns, details } = words.subscriptions;
	const card = customer.cards.find(({ lookup_id: id }) => id === subscription.card_lookup_id);
	const moment = (milliseconds: number | null) => milliseconds !== null && formats.moment(milliseconds);
	const total = subscription.total_cycles;
	return [
		[columns.plan, linkTo(hrefOf("plan", { plan_lookup_id: subscription.plan_lookup_id }), subscription.name)],
		[columns.price, priceOf(app, subscription)],
		[
			words.subscriptions.card,
			card === undefined
				? words.subscriptions.deletedCard
				: linkTo(hrefOf("transactions", {}, { card_lookup_id: card.lookup_id }), cardName(card)),
		],
		[words.subscriptions.description, subscription.description],
		[details.start, moment(subscription.start_date)],
		[words.plans.trial, subscription.trial_days > 0 && words.plans.days(formats.count(subscription.trial_days))],
		[words.plans.setupFee, subscription.setup_fee > 0 && formats.money(subscription.setup_fee, subscription.currency)],
		[subscription.status === "RETRY" ? details.nextAttempt : columns.next, moment(subscription.next_run)],
		[details.last, moment(subscription.last_success)],
		[details.paid, details.paidOf(formats.count(subscription.completed_cycles), total && formats.count(total))],
		[details.failed, subscription.failed_attempts > 0 && formats.count(subscription.failed_attempts)],
		[details.openSince, moment(subscription.delinquent_since)],
		[details.missed, subscription.delinquent_cycles > 0 && formats.count(subscription.delinquent_cycles)],
	] as const;
}

function UnpaidNotice({ subscription }: { subscription: Subscription }) {
	const { api, words, formats, now } = useApp();
	const key = `${subscription.lookup_id} ${subscription.last_run}`;
	const { value: state } = useResource((signal) => readNewestAttempt(api, subscription, signal), key).state;
	const { delinquent_since: since, next_run: next } = subscription;
	if (state.kind === "loading" || since === null) return null;
	const phrases = words.subscriptions.unpaid;
	const last = state.kind === "ready" ? state.value : undefined;
	const { dateOf } = formats;
	return (
		<Warning>
			{phrases.since(formats.day(dateOf(since)), reasonOf(last))}{" "}
			{next === null
				? phrases.nothingNext
				: dateOf(next) === dateOf(now())
					? phrases.nextToday(formats.time(next))
					: phrases.next(formats.moment(next))}{" "}
			{last?.retry === "never" && words.transactions.retries.never.advice}
		</Warning>
	);

	function reasonOf(attempt: Attempt | undefined): string {
		const code = attempt?.decline_code ?? null;
		const text = code === null ? phrases.unknown : words.transactions.declineReasons[code];
		return text.charAt(0).toLocaleLowerCase(formats.locale) + text.slice(1);
	}
}
