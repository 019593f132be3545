import { EFTGenerator } from "@cityssm/eft-generator";
import fc from "fast-check";
import { expect, test } from "vitest";
import { asBanksSpell, someFile } from "../../test-support/random-files.ts";
import { genericBank } from "../profile.ts";
import type { AftFile, Payment } from "./file.ts";
import { readAftFile } from "./read.ts";
import { writeAftFile } from "./write.ts";

/** The generator's dates are local: noon is the same day in every time zone of a test machine. */
const noon = (date: string) => {
	const [year = 0, month = 1, day = 1] = date.split("-").map(Number);
	return new Date(year, month - 1, day, 12);
};

/**
 * The same file by @cityssm/eft-generator, with one payment to a record: with more, its trailer counts records instead
 * of payments. Its originator's names belong to the file, and a reference must be given, as its own has lower-case
 * letters.
 */
function theirs({ header, payments }: AftFile): string {
	const names = payments[0];
	const generator = new EFTGenerator({
		originatorId: header.originatorId,
		originatorShortName: names?.originatorShortName ?? "",
		originatorLongName: names?.originatorLongName ?? "",
		fileCreationNumber: String(header.fileCreationNumber),
		fileCreationDate: noon(header.creationDate),
		destinationDataCentre: header.dataCentre,
		destinationCurrency: header.currency,
		returnInstitutionNumber: names?.returnAccount.institutionNumber ?? "",
		returnTransitNumber: names?.returnAccount.transitNumber ?? "",
		returnAccountNumber: names?.returnAccount.accountNumber ?? "",
	});
	for (const payment of payments) {
		const add = payment.kind === "credit" ? generator.addCreditTransaction : generator.addDebitTransaction;
		add.call(generator, {
			cpaCode: payment.transactionCode as `${number}`,
			amount: payment.amountCents / 100,
			paymentDate: noon(payment.valueDate),
			bankInstitutionNumber: payment.account.institutionNumber,
			bankTransitNumber: payment.account.transitNumber,
			bankAccountNumber: payment.account.accountNumber,
			payeeName: payment.name,
			crossReferenceNumber: payment.crossReference,
		});
	}
	return generator.toCPA005();
}

/**
 * One payment to a record needs alternating kinds. Names are transliterated and sundry is empty: the generator has
 * neither.
 */
function alike({ header, payments }: AftFile): AftFile {
	const [first] = payments;
	const common = first && {
		originatorShortName: first.originatorShortName,
		originatorLongName: first.originatorLongName,
		returnAccount: first.returnAccount,
	};
	const inTurns = payments.map((payment, index): Payment => {
		const kind = index % 2 === 0 ? "credit" : "debit";
		return asBanksSpell({ ...payment, ...common, kind, sundry: "" });
	});
	return { header, payments: inTurns };
}

/** The generator adds dollars in floating point, and loses up to 2 cents in a hundred million dollars. */
const withoutTotals = (text: string) => text.replace(/^(Z.{23}).{44}/m, "$1");

const random = someFile(12).map(({ file }) => alike(file));

test("@cityssm/eft-generator writes the same file, byte for byte, with one payment to a record", () => {
	fc.assert(
		fc.property(random, (file) => {
			const ours = new TextDecoder().decode(writeAftFile(file, { ...genericBank, lineEnd: "\r\n" }));
			// The generator leaves the last line without an end.
			expect(withoutTotals(ours)).toBe(`${withoutTotals(theirs(file))}\r\n`);
		}),
		{ numRuns: 150 },
	);
});

test("@cityssm/eft-generator has the same totals, as long as dollars can be added exactly", () => {
	const small = random.map(({ header, payments }) => ({
		header,
		payments: payments.map((payment) => ({ ...payment, amountCents: (payment.amountCents % 4_000) * 25 + 25 })),
	}));
	fc.assert(
		fc.property(small, (file) => {
			const ours = new TextDecoder().decode(writeAftFile(file, { ...genericBank, lineEnd: "\r\n" }));
			expect(ours).toBe(`${theirs(file)}\r\n`);
		}),
		{ numRuns: 50 },
	);
});

test("a file of @cityssm/eft-generator is read with the same content", () => {
	fc.assert(
		fc.property(random, (file) => {
			const small = { ...file, payments: file.payments.map((payment) => ({ ...payment, amountCents: 12_550 })) };
			const read = readAftFile(new TextEncoder().encode(theirs(small)));
			expect(read.header).toEqual(file.header);
			expect(read.items).toMatchObject(small.payments);
		}),
		{ numRuns: 50 },
	);
});
