import {
	describeMerchant,
	getNamedMerchant,
	lockMerchant,
	type Merchant,
	merchantAnswer,
	merchantTerm,
	updateCardTestingSettings,
} from "@cardseal/merchants";
import { operator, recordEvent } from "@cardseal/platform/audit";
import {
	type Answer,
	type CommandGroup,
	CommandRefused,
	defineCommand,
	type OperatorContext,
} from "@cardseal/platform/operator";
import { isLimitName, isProtected, limitNames, limitsWith, limitTable } from "./limits.ts";

const refusals = {
	unknownLimit: () => new CommandRefused(`There is no such limit. The limits are:\n  ${limitNames.join("\n  ")}`),
	badValue: (minimum: number, maximum: number) =>
		new CommandRefused(`Set a whole number from ${minimum} to ${maximum}, or "default".`),
};

/** `null` follows the merchant's mode. */
const switches = [
	{ verb: "on", isOn: true, summary: "Turns the protection on." },
	{ verb: "off", isOn: false, summary: "Turns the protection off. Limits stay stored." },
	{ verb: "default", isOn: null, summary: "Protects the merchant if it is live, and not if it is a demo merchant." },
] as const;

export const cardTestingCommands: CommandGroup = {
	name: "card-testing",
	alias: "guard",
	summary: "Protection of a merchant against card testing, and its limits",
	terms: {
		...merchantTerm,
		LIMIT: "The name of a limit, as show prints it.",
		VALUE: "A whole number within the limit's range.",
		default: "Returns to the default value.",
	},
	notes: ["A running gateway uses the change from its next request on."],
	commands: [
		defineCommand({
			verb: "show",
			summary: "Prints whether the protection is on, and every limit.",
			operands: ["MERCHANT"],
			options: {},
			run: async ({ database }, [name]) => answer(await getNamedMerchant(database, name)),
		}),
		...switches.map(({ verb, isOn, summary }) =>
			defineCommand({
				verb,
				summary,
				operands: ["MERCHANT"],
				options: {},
				run: (context, [name]) =>
					change(context, name, (settings) => ({ ...settings, isOn }), { setting: "guard", to: verb }),
			}),
		),
		defineCommand({
			verb: "set",
			summary: "Sets a limit.",
			operands: ["MERCHANT", "LIMIT", "VALUE|default"],
			options: {},
			run: async (context, [name, limit, value]) =>
				change(context, name, limitChange(limit, value), { setting: `guard.${limit}`, to: value }),
		}),
	],
};

type Change = (settings: Merchant["cardTesting"]) => Merchant["cardTesting"];

/** The merchant's lock keeps two operators from overwriting each other. */
async function change(
	{ database, clocks, login }: OperatorContext,
	name: string,
	apply: Change,
	details: { setting: string; to: string },
): Promise<Answer> {
	const { id, publicId } = await getNamedMerchant(database, name);
	return database.transaction().execute(async (transaction) => {
		const merchant = await lockMerchant(transaction, id);
		const cardTesting = apply(merchant.cardTesting);
		await updateCardTestingSettings(transaction, id, cardTesting);
		const about = { object: publicId, merchantId: id, caller: operator(login) };
		await recordEvent(transaction, clocks, { ...about, type: "settings.changed", details });
		return answer({ ...merchant, cardTesting });
	});
}

function limitChange(limit: string, value: string): Change {
	if (!isLimitName(limit)) throw refusals.unknownLimit();
	const { minimum, maximum } = limitTable[limit];
	const number = /^[0-9]{1,9}$/.test(value) ? Number(value) : undefined;
	if (value !== "default" && (number === undefined || number < minimum || number > maximum)) {
		throw refusals.badValue(minimum, maximum);
	}
	return (settings) => {
		const { [limit]: _before, ...others } = settings.limits;
		return { ...settings, limits: number === undefined ? others : { ...others, [limit]: number } };
	};
}

function answer(merchant: Merchant): Answer {
	const limits = limitsWith(merchant.cardTesting.limits);
	const lines = limitNames.map((name) => {
		const own = name in merchant.cardTesting.limits ? ` (default ${limitTable[name].default})` : "";
		return `  ${name} ${limits[name]}${own}: ${limitTable[name].meaning}`;
	});
	const isOn = isProtected(merchant);
	const text = [`Card-testing protection of ${describeMerchant(merchant)} is ${isOn ? "on" : "off"}.`, ...lines].join(
		"\n",
	);
	return merchantAnswer(merchant, text, { card_testing_protection: isOn, limits });
}
