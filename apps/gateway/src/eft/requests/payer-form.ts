import type { BankAccount } from "@cardseal/aft";
import { z } from "@hono/zod-openapi";
import { bankAccountFields, bankAccountOf, holderNameField, tellsAccount } from "../bank-accounts/bank-account.ts";
import type { Agreement } from "./agreement.ts";
import type { PayerField } from "./pages/payer-pages.ts";
import type { RequestProblem } from "./pages/words.ts";

/** What a payer's form comes to: what it takes to pay, or what is wrong with it, by its fields. */
export type ReadPayerForm =
	| { holder: string; account: BankAccount; problems: undefined }
	/** The name is there where nothing is wrong with it: a number in its place is not to be shown again. */
	| { holder: string; problems: Partial<Record<PayerField, RequestProblem>> };

const fields = z.object(bankAccountFields);

/** Reads the form by which a payer agrees. Pure. @param shown the agreement as it would be shown now */
export function readPayerForm(form: ReadonlyMap<string, string>, shown: Agreement): ReadPayerForm {
	const typedHolder = form.get("holder")?.trim() ?? "";
	const holder = holderNameField.safeParse(typedHolder);
	const account = fields.safeParse(Object.fromEntries(form));
	const problems: Partial<Record<PayerField, RequestProblem>> = {
		...(account.success ? {} : numberProblems(account.error)),
		...agreementProblem(form, shown),
	};
	const tells = tellsAccount(typedHolder, form.get("account_number") ?? "");
	if (tells || !holder.success) problems.holder = typedHolder === "" ? "holder_missing" : "holder_text";
	if (holder.success && account.success && Object.keys(problems).length === 0) {
		return { holder: holder.data, account: bankAccountOf(account.data), problems: undefined };
	}
	return { holder: tells ? "" : (holder.data ?? ""), problems };
}

const numbers = ["transit_number", "institution_number", "account_number"] as const;

function numberProblems({ issues }: z.ZodError): Partial<Record<PayerField, RequestProblem>> {
	const wrong = numbers.filter((name) => issues.some(({ path }) => path[0] === name));
	return Object.fromEntries(wrong.map((name) => [name, name]));
}

/** Nobody agrees to a text that they have not seen: a merchant may have another name since the page was shown. */
function agreementProblem(
	form: ReadonlyMap<string, string>,
	shown: Agreement,
): Partial<Record<PayerField, RequestProblem>> {
	if (form.get("agreement") !== shown.hash.toString("hex")) return { agree: "agreement_changed" };
	return form.get("agree") === "yes" ? {} : { agree: "not_agreed" };
}
