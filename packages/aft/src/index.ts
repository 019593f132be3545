export {
	type AccountProblem,
	type AccountWarning,
	accountWarnings,
	type BankAccount,
	checkAccount,
	maskAccount,
} from "./account.ts";
export {
	addBusinessDays,
	bankHolidays,
	businessDayFrom,
	type Holiday,
	isBusinessDay,
	type ProvincialHoliday,
} from "./calendar.ts";
export { checkFile, type FileProblem } from "./check-file.ts";
export { CorruptFile } from "./corrupt-file.ts";
export {
	type AftFile,
	type Currency,
	type FileHeader,
	type Item,
	type ItemKind,
	nextFileCreationNumber,
	type Payment,
	type ReadAftFile,
	type Total,
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
export { readFile } from "./read-file.ts";
export { describeReturnCode, type ReturnAction, type ReturnCode, returnCodes } from "./return-codes.ts";
export { showFile } from "./show-file.ts";
export { bankText, fitText, isBankText } from "./text.ts";
export { fileDate, nextValueDate } from "./value-date.ts";
export { UnwritableFile, writeFile } from "./write-file.ts";
