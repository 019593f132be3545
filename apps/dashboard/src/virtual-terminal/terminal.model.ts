import { signal } from "@preact/signals-core";
import type { PaymentCall } from "../api/operations.ts";
import { createMoneyRequest, type MoneyApi } from "../transactions/money-request.model.ts";
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
	const request = signal(createMoneyRequest(api, newKey));

	return {
		form,
		missing,
		/** True while a charge is in flight, including its card's token. */
		isBusy,
		request,
		change(changes: Partial<TerminalForm>): void {
			form.value = { ...form.peek(), ...changes };
			missing.value = undefined;
			request.peek().reset();
		},
		async charge(tokenize: Tokenize): Promise<void> {
			// While the last outcome is unknown, another charge could take the same money twice.
			if (isBusy.peek() || request.peek().state.peek().kind === "unknown") return;
			const plan = planCharge(form.peek());
			if ("missing" in plan) {
				missing.value = plan.missing;
				return;
			}
			isBusy.value = true;
			try {
				const call = "path" in plan ? plan : await withToken(plan, tokenize);
				if (call !== undefined) await request.peek().send(call);
			} finally {
				isBusy.value = false;
			}
		},
		startOver(): void {
			form.value = emptyForm(form.peek().currency);
			request.value = createMoneyRequest(api, newKey);
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
