import type { Brand } from "./brand.ts";

export interface TestNumber {
	number: string;
	brand: Brand;
	note?: string;
}

/** Every number the sandbox accepts. Literals, so that bundlers can drop them unused. */
export const testNumbers: readonly TestNumber[] = [
	{ number: "4242424242424242", brand: "Visa" },
	{ number: "4111111111111111", brand: "Visa" },
	{ number: "4012888888881881", brand: "Visa" },
	{ number: "4000056655665556", brand: "Visa", note: "debit" },
	{ number: "4222222222222", brand: "Visa", note: "13 digits" },
	{ number: "5555555555554444", brand: "Mastercard" },
	{ number: "5105105105105100", brand: "Mastercard" },
	{ number: "5200828282828210", brand: "Mastercard", note: "debit" },
	{ number: "2223003122003222", brand: "Mastercard", note: "begins with 2" },
	{ number: "2223000048400011", brand: "Mastercard", note: "begins with 2" },
	{ number: "378282246310005", brand: "Amex" },
	{ number: "371449635398431", brand: "Amex" },
	{ number: "6011111111111117", brand: "Discover" },
	{ number: "6011000990139424", brand: "Discover" },
	{ number: "30569309025904", brand: "Diners", note: "14 digits" },
	{ number: "38520000023237", brand: "Diners", note: "14 digits" },
	{ number: "3056930009020004", brand: "Diners" },
	{ number: "36227206271667", brand: "Diners", note: "14 digits" },
	{ number: "3530111333300000", brand: "JCB" },
	{ number: "3566002020360505", brand: "JCB" },
	{ number: "6200000000000005", brand: "UnionPay" },
	{ number: "6205500000000000004", brand: "UnionPay", note: "19 digits" },
	{ number: "6759649826438453", brand: "Maestro" },
	{ number: "4030000010001234", brand: "Visa", note: "Bambora's test system approves it" },
	{ number: "4003050500040005", brand: "Visa", note: "Bambora's test system declines it" },
	{ number: "5100000010001004", brand: "Mastercard", note: "Bambora's test system approves it" },
	{ number: "5100000020002000", brand: "Mastercard", note: "Bambora's test system declines it" },
	{ number: "4111111145551142", brand: "Visa", note: "Adyen's test system, with 03/30 and 737" },
	{ number: "5555341244441115", brand: "Mastercard", note: "Adyen's test system, with 03/30 and 737" },
	{ number: "370000000000002", brand: "Amex", note: "Adyen's test system, with 03/30 and 7373" },
	{ number: "4000000000000002", brand: "Visa", note: "declined" },
	{ number: "4000000000009995", brand: "Visa", note: "declined: insufficient funds, worth trying again" },
	{ number: "4000000000009987", brand: "Visa", note: "declined: lost card, never to be tried again" },
	{ number: "4000000000000069", brand: "Visa", note: "declined: expired card" },
	{ number: "4000000000000127", brand: "Visa", note: "declined: incorrect security code" },
	{ number: "4000000000000341", brand: "Visa", note: "can be stored; every charge is declined" },
	{ number: "5100000000000248", brand: "Mastercard", note: "can be stored; declined, to be tried again after an hour" },
	{
		number: "5100000000000305",
		brand: "Mastercard",
		note: "can be stored; declined, to be tried again after ten days",
	},
	{ number: "5100000000000032", brand: "Mastercard", note: "can be stored; declined, never to be tried again" },
	{ number: "4000000000000119", brand: "Visa", note: "declined: processing error" },
	{ number: "4000000000000259", brand: "Visa", note: "the processor decides but answers too late" },
	{ number: "4000000000000267", brand: "Visa", note: "the processor never receives the request" },
	{ number: "4000000000001976", brand: "Visa", note: "approved, then disputed: evidence wins" },
	{ number: "4000000000002685", brand: "Visa", note: "approved, then disputed: evidence loses" },
	{ number: "4000000000001000", brand: "Visa", note: "3-D Secure: the bank authenticates without asking the payer" },
	{ number: "4000000000001091", brand: "Visa", note: "3-D Secure: the bank asks the payer for a code" },
	{ number: "5200000000001096", brand: "Mastercard", note: "3-D Secure: the bank asks the payer for a code" },
	{ number: "4000000000001026", brand: "Visa", note: "3-D Secure: attempted; the bank did not take part" },
	{ number: "4000000000001034", brand: "Visa", note: "3-D Secure: unavailable, so liability does not shift" },
	{ number: "4000000000001075", brand: "Visa", note: "3-D Secure: the bank's page never returns" },
	{ number: "4000000000001109", brand: "Visa", note: "3-D Secure: the bank's page returns twice" },
	{ number: "4000000000001042", brand: "Visa", note: "3-D Secure: the bank's page refuses frames" },
	{ number: "4000000000001059", brand: "Visa", note: "3-D Secure: the bank wants it for every charge, renewals too" },
	{ number: "4000000000000010", brand: "Visa", note: "published for failing both address checks" },
	{ number: "4000000000000028", brand: "Visa", note: "published for failing the street check" },
	{ number: "4000000000000036", brand: "Visa", note: "published for failing the postal code check" },
	{ number: "4000000000000101", brand: "Visa", note: "published for failing the security code check" },
];

/** Returns true for a published test number, which a live merchant never accepts. */
export function isTestNumber(number: string): boolean {
	return testNumbers.some((test) => test.number === number);
}
