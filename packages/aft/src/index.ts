export {
	type AccountProblem,
	type AccountWarning,
	accountWarnings,
	type BankAccount,
	checkAccount,
	maskAccount,
	showAccount,
} from "./account.ts";
export {
	addBusinessDays,
	bankHolidays,
	businessDayFrom,
	type Holiday,
	isBusinessDay,
	type ProvincialHoliday,
} from "./calendar/calendar.ts";
export { bankDate, fileDate, nextValueDate, startOfBankDate } from "./calendar/value-date.ts";
export { checkAftFile, type FileProblem } from "./file/check.ts";
export { CorruptFile } from "./file/corrupt-file.ts";
export {
	type AftFile,
	type Currency,
	type FileHeader,
	type Item,
	type ItemKind,
	isLaterFileCreationNumber,
	nextFileCreationNumber,
	type Payment,
	type ReceivedFile,
	type Total,
	type TotalName,
	type Totals,
} from "./file/file.ts";
export { readAftFile } from "./file/read.ts";
export { showAftFile } from "./file/show.ts";
export { bankText, fitText, isBankName } from "./file/text.ts";
export { UnwritableFile, writeAftFile } from "./file/write.ts";
export {
	type BankProfile,
	bankProfiles,
	type CutOff,
	type DateLimits,
	genericBank,
	rbcLike,
	tdLike,
} from "./profile.ts";
export { describeReturnCode, type ReturnAction, type ReturnCode, returnCodes } from "./return-codes.ts";
