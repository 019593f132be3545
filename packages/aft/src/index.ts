export { accountWarnings, type BankAccount, checkAccount, maskAccount, showAccount } from "./account.ts";
export { addBusinessDays } from "./calendar/calendar.ts";
export { bankDate, nextValueDate, startOfBankDate } from "./calendar/value-date.ts";
export { checkAftFile } from "./file/check.ts";
export { CorruptFile } from "./file/corrupt-file.ts";
export {
	type AftFile,
	type Item,
	isLaterFileCreationNumber,
	nextFileCreationNumber,
	type Payment,
	type ReceivedFile,
} from "./file/file.ts";
export { readAftFile } from "./file/read.ts";
export { showAftFile } from "./file/show.ts";
export { isBankName } from "./file/text.ts";
export { writeAftFile } from "./file/write.ts";
export { type BankProfile, bankProfiles, genericBank, rbcLike, tdLike } from "./profile.ts";
export { describeReturnCode, returnCodes } from "./return-codes.ts";
