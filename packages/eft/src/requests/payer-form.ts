import type { BankAccount } from "@cardseal/aft";
import { z } from "@hono/zod-openapi";
import {
	bankAccountFields,
	bankAccountOf,
	containsAccountNumber,
	holderNameField,
} from "../bank-accounts/bank-account.ts";
import type { Agreement } from "./agreement.ts";
import type { PayerField, PayerForm } from "./pages/payer-pages.ts";
import type { RequestProblem } from "./pages/words.ts";

export type ReadPayerForm =
	| { holder: string; account: BankAccount; problems: undefined }
	/** A number in a wrong field must not be shown again. */
	| (Pick<PayerForm, "holder" | "transitNumber" | "institutionNumber"> & { problems: Problems });

type Problems = Partial<Record<PayerField, RequestProblem>>;

const numbers = ["transit_number", "institution_number", "account_number"] as const;

const fields = z.object(bankAccountFields);

export function readPayerForm(form: ReadonlyMap<string, string>, shown: Agreement): ReadPayerForm {
	const typedHolder = form.get("holder")?.trim() ?? "";
	const holder = holderNameField.safeParse(typedHolder);
	const typed = new Map(numbers.map((name) => [name, form.get(name)?.replace(/[\s\p{Pd}]/gu, "")]));
	const account = fields.safeParse(Object.fromEntries(typed));
	const problems: Problems = {
		...(account.success ? {} : numberProblems(account.error)),
		...agreementProblem(form, shown),
	};
	const tells = containsAccountNumber(typedHolder, typed.get("account_number") ?? "");
	if (tells || !holder.success) problems.holder = typedHolder === "" ? "holder_missing" : "holder_text";
	if (holder.success && account.success && Object.keys(problems).length === 0) {
		return { holder: holder.data, account: bankAccountOf(account.data), problems: undefined };
	}
	const valid = (name: (typeof numbers)[number]) => (problems[name] === undefined ? typed.get(name) : undefined);
	return {
		holder: tells ? "" : (holder.data ?? ""),
		transitNumber: valid("transit_number"),
		institutionNumber: valid("institution_number"),
		problems,
	};
}

function numberProblems({ issues }: z.ZodError): Problems {
	const wrong = numbers.filter((name) => issues.some(({ path }) => path[0] === name));
	return Object.fromEntries(wrong.map((name) => [name, name]));
}

/** The text may have changed since, such as the merchant's name. */
function agreementProblem(form: ReadonlyMap<string, string>, shown: Agreement): Problems {
	if (form.get("agreement") !== shown.hash.toString("hex")) return { agree: "agreement_changed" };
	return form.get("agree") === "yes" ? {} : { agree: "not_agreed" };
}
