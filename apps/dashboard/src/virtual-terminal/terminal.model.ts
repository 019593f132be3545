import { signal } from "@preact/signals-core";
import type { PaymentCall } from "../api/operations.ts";
import type { TransactionRecord } from "../api/records.ts";
import { type MoneyApi, moneyMover } from "../transactions/move-money.ts";
import { createChange } from "../ui/forms/change.model.ts";
import { emptyForm, type MissingField, type PlannedCharge, planCharge, type TerminalForm } from "./plan-charge.ts";

/** Makes a token of the card in the frame; undefined when it cannot: the frame then says why. */
export type Tokenize = () => Promise<string | undefined>;

export type Terminal = ReturnType<typeof createTerminal>;

export interface TerminalOptions {
	api: MoneyApi;
	currency: string;
	/** The customer whose card is charged, when another page led here for it. */
	customer?: string | undefined;
	newKey: () => string;
}

export function createTerminal({ api, currency, customer, newKey }: TerminalOptions) {
	const form = signal<TerminalForm>({ ...emptyForm(currency), ...(customer !== undefined && { source: "stored" }) });
	const missing = signal<MissingField | undefined>(undefined);
	const isBusy = signal(false);
	const request = createChange(newKey);
	const outcome = signal<TransactionRecord | undefined>(undefined);

	return {
		form,
		missing,
		/** True while a charge is in flight, including its card's token. */
		isBusy,
		request,
		outcome,
		change(changes: Partial<TerminalForm>): void {
			form.value = { ...form.peek(), ...changes };
			missing.value = undefined;
			outcome.value = undefined;
			request.reset();
		},
		async charge(tokenize: Tokenize): Promise<void> {
			// While the last outcome is unknown, another charge could take the same money twice.
			if (isBusy.peek() || request.state.peek().kind === "unknown") return;
			const plan = planCharge(form.peek());
			if ("missing" in plan) {
				missing.value = plan.missing;
				return;
			}
			isBusy.value = true;
			outcome.value = undefined;
			try {
				const call = "path" in plan ? plan : await withToken(plan, tokenize);
				if (call === undefined) return;
				const send = moneyMover(api, call);
				await request.ask({ what: call.route, send, onDone: (made) => (outcome.value = made) });
			} finally {
				isBusy.value = false;
			}
		},
		startOver(): void {
			form.value = emptyForm(form.peek().currency);
			outcome.value = undefined;
		},
	};
}

async function withToken(
	plan: Exclude<PlannedCharge, { path: object }>,
	tokenize: Tokenize,
): Promise<PaymentCall | undefined> {
	const token = await tokenize();
	return token === undefined ? undefined : { ...plan, body: { ...plan.body, token } };
}
