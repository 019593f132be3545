import fc from "fast-check";
import type { BankAccount } from "../src/account.ts";
import { addDays } from "../src/calendar/date.ts";
import type { AftFile, FileHeader, Item, Payment } from "../src/file/file.ts";
import { fitText } from "../src/file/text.ts";
import { type BankProfile, bankProfiles } from "../src/profile.ts";

const digits = (minimum: number, maximum = minimum) =>
	fc.string({ unit: fc.constantFrom(..."0123456789"), minLength: minimum, maxLength: maximum });

const capitals = fc.constantFrom(..."ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789");

/** Names in any script; the letter in front leaves a valid name. */
const writtenName = fc
	.string({ unit: fc.constantFrom(..."abcXYZ089 éÈçœŒßÅł’'-–.&,!/€漢"), maxLength: 40 })
	.map((text) => `É${text}`);

const someAccount: fc.Arbitrary<BankAccount> = fc.record({
	institutionNumber: digits(3).filter((number) => number !== "000"),
	transitNumber: digits(5).filter((number) => number !== "00000"),
	accountNumber: digits(5, 12).filter((number) => /[1-9]/.test(number)),
});

const someHeader: fc.Arbitrary<FileHeader> = fc.record({
	originatorId: fc.string({ unit: capitals, minLength: 10, maxLength: 10 }),
	fileCreationNumber: fc.integer({ min: 1, max: 9999 }),
	creationDate: fc.integer({ min: 200, max: 36_000 }).map((days) => addDays("2000-01-01", days)),
	dataCentre: digits(5),
	currency: fc.constantFrom("CAD", "USD"),
});

/** Without the reference, which the file's index makes unique. */
function somePayment(kind: fc.Arbitrary<Payment["kind"]>, { creationDate }: FileHeader) {
	return fc.record({
		kind,
		transactionCode: fc.integer({ min: 200, max: 749 }).map(String),
		amountCents: fc.oneof(fc.integer({ min: 1, max: 100_000 }), fc.integer({ min: 1, max: 9_999_999_999 })),
		valueDate: fc.integer({ min: -30, max: 35 }).map((days) => addDays(creationDate, days)),
		account: someAccount,
		name: writtenName,
		originatorShortName: writtenName,
		originatorLongName: writtenName,
		returnAccount: someAccount,
		sundry: fc.oneof(fc.constant(""), writtenName),
	});
}

/** A file that is valid for the profile, with this many payments at most. */
function fileFor(profile: BankProfile, maximumPayments: number): fc.Arbitrary<AftFile> {
	const bothKinds = fc.constantFrom("credit" as const, "debit" as const);
	return fc.tuple(someHeader, bothKinds).chain(([header, oneKind]) => {
		const kind = profile.routingLine === undefined ? bothKinds : fc.constant(oneKind);
		return fc
			.array(somePayment(kind, header), { minLength: 1, maxLength: maximumPayments, size: "max" })
			.map((payments) => ({
				header,
				payments: payments.map((payment, index) => ({ ...payment, crossReference: `PAY-${index}` })),
			}));
	});
}

/** A profile of any bank, with a file for it. */
export function someFile(maximumPayments: number): fc.Arbitrary<{ profile: BankProfile; file: AftFile }> {
	return fc
		.constantFrom(...Object.values(bankProfiles))
		.chain((profile) => fileFor(profile, maximumPayments).map((file) => ({ profile, file })));
}

/** Returns a payment with transliterated texts, as it is read from a file. */
export function asBanksSpell(payment: Payment): Payment {
	return {
		...payment,
		name: fitText(payment.name, 30),
		originatorShortName: fitText(payment.originatorShortName, 15),
		originatorLongName: fitText(payment.originatorLongName, 30),
		sundry: fitText(payment.sundry, 15),
	};
}

/** Returns the part of an item that its originator wrote, without the bank's fields and the line number. */
export function paymentOf(item: Item): Omit<Item, keyof BankParts> {
	const {
		line,
		userId,
		itemTrace,
		storedTransactionCode,
		storedItemTrace,
		settlementCode,
		invalidElements,
		...payment
	} = item;
	return payment;
}

type BankParts = Omit<Item, keyof Payment>;
