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
} from "./calendar.ts";
export { checkAftFile, type FileProblem } from "./check-file.ts";
export { CorruptFile } from "./corrupt-file.ts";
export {
	type AftFile,
	type Currency,
	type FileHeader,
	type Item,
	type ItemKind,
	nextFileCreationNumber,
	type Payment,
	type ReceivedFile,
	type Total,
	type TotalName,
	type Totals,
} from "./file.ts";
export {
	type BankProfile,
	bankProfiles,
	type CutOff,
	type DateLimits,
	genericBank,
	rbcLike,
	tdLike,
} from "./profile.ts";
export { readAftFile } from "./read-file.ts";
export { describeReturnCode, type ReturnAction, type ReturnCode, returnCodes } from "./return-codes.ts";
export { showAftFile } from "./show-file.ts";
export { bankText, fitText, isBankName } from "./text.ts";
export { bankDate, fileDate, nextValueDate, startOfBankDate } from "./value-date.ts";
export { UnwritableFile, writeAftFile } from "./write-file.ts";
