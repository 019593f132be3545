import { operator } from "@cardseal/platform/audit";
import { type Answer, type CommandGroup, defineCommand, type OperatorContext } from "@cardseal/platform/operator";
import type { Merchant } from "../merchant.ts";
import { describeMerchant, getNamedMerchant, merchantAnswer, merchantTerm } from "../named-merchant.ts";
import { changeSettings } from "./change-settings.ts";

const operands = ["MERCHANT"] as const;

export const hostedFormOnlyCommands: CommandGroup = {
	name: "hosted-form-only",
	summary: "Card tokens from the hosted card form only, or also from a merchant's own pages",
	terms: merchantTerm,
	notes: ["A running gateway uses the change from its next request on."],
	commands: [
		defineCommand({
			verb: "show",
			summary: "Prints the setting.",
			operands,
			options: {},
			run: async ({ database }, [name]) => {
				const merchant = await getNamedMerchant(database, name);
				return answer(merchant, merchant.hostedFormOnly);
			},
		}),
		defineCommand({
			verb: "on",
			summary: "Accepts card tokens from the hosted card form only.",
			operands,
			options: {},
			run: (context, [name]) => change(context, name, true),
		}),
		defineCommand({
			verb: "off",
			summary: "Accepts card tokens from the merchant's own pages too.",
			operands,
			options: {},
			run: (context, [name]) => change(context, name, false),
		}),
	],
};

async function change(context: OperatorContext, name: string, isOn: boolean): Promise<Answer> {
	const merchant = await getNamedMerchant(context.database, name);
	await changeSettings(context, merchant, { hosted_form_only: isOn }, operator(context.login));
	return answer(merchant, isOn);
}

function answer(merchant: Merchant, isOn: boolean): Answer {
	const accepts = `${describeMerchant(merchant)} accepts card tokens from the hosted form`;
	const text = isOn ? `${accepts} only.` : `${accepts} and from its own pages.`;
	return merchantAnswer(merchant, text, { hosted_form_only: isOn });
}
