import { EFTGenerator } from "@cityssm/eft-generator";
import fc from "fast-check";
import { expect, test } from "vitest";
import { asBanksSpell, someFile } from "../test-support/random-files.ts";
import type { AftFile, Payment } from "./file.ts";
import { genericBank } from "./profile.ts";
import { readAftFile } from "./read-file.ts";
import { writeAftFile } from "./write-file.ts";

/** Its dates are local: noon is the same day everywhere that tests run. */
const noon = (date: string) => {
	const [year = 0, month = 1, day = 1] = date.split("-").map(Number);
	return new Date(year, month - 1, day, 12);
};

/**
 * The same file by @cityssm/eft-generator, one payment to a record: with more, its trailer counts records instead of
 * payments. The originator's names are the file's there, and the reference must be given, as its own has small letters.
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

/** One payment to a record is what files of turns have. Names spelled before, sundry left out: it knows neither. */
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

/** Up to 2 cents in a hundred million dollars are lost by its adding of dollars in floating point. */
const withoutTotals = (text: string) => text.replace(/^(Z.{23}).{44}/m, "$1");

const random = someFile(12).map(({ file }) => alike(file));

test("beside @cityssm/eft-generator: the same file, byte for byte, with one payment to a record", () => {
	fc.assert(
		fc.property(random, (file) => {
			const ours = new TextDecoder().decode(writeAftFile(file, { ...genericBank, lineEnd: "\r\n" }));
			// It leaves the last line without an end.
			expect(withoutTotals(ours)).toBe(`${withoutTotals(theirs(file))}\r\n`);
		}),
		{ numRuns: 150 },
	);
});

test("beside @cityssm/eft-generator: the same totals, as long as dollars can be added exactly", () => {
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

test("beside @cityssm/eft-generator: what it writes is read, and means the same", () => {
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
