import type { Brand } from "@cardseal/card";
import type { Card } from "../cards/card.ts";
import { digitsOf } from "../cards/pan.ts";
import type { Authenticated, AuthenticationStatus } from "./authentication.ts";
import type { ChargeRequest } from "./processor.ts";

export type BankBehaviour =
	| "frictionless"
	| "attempted"
	| "unavailable"
	| "challenge"
	| "never_returns"
	| "returns_twice"
	| "refuses_frames"
	/** Wants authentication also of charges without the payer. */
	| "always_asks";

const bankCards: ReadonlyMap<string, BankBehaviour> = new Map<string, BankBehaviour>([
	["4000000000001000", "frictionless"],
	["4000000000001091", "challenge"],
	["5200000000001096", "challenge"],
	["4000000000001026", "attempted"],
	["4000000000001034", "unavailable"],
	["4000000000001075", "never_returns"],
	["4000000000001109", "returns_twice"],
	["4000000000001042", "refuses_frames"],
	["4000000000001059", "always_asks"],
]);

export function behaviourOf(card: Card): BankBehaviour | undefined {
	return bankCards.get(digitsOf(card.pan));
}

/** `challenge`: the payer goes to the bank; `required`: the bank declines; otherwise the result, if there is one. */
export type AuthenticationStep = "challenge" | "required" | Authenticated | undefined;

export function authenticationStep({
	operation,
	authentication,
	initiatedBy,
	commerce,
	card,
}: ChargeRequest): AuthenticationStep {
	const bank = behaviourOf(card);
	if (operation === "verification") return undefined;
	const asks = bank !== undefined && !withoutPayer.includes(bank);
	if (authentication === undefined) {
		const isPayerThere = initiatedBy === "cardholder" && commerce !== "moto";
		return asks && (isPayerThere || bank === "always_asks") ? "required" : undefined;
	}
	if (authentication.when === "made") {
		const { status, version, eci } = authentication.result;
		return asks && !shiftsLiability(status) ? "required" : { status, version, eci };
	}
	if (asks) return "challenge";
	const status = statusWithoutPayer(bank, authentication.when);
	return status && authenticatedBy(card.brand, status);
}

function statusWithoutPayer(
	bank: BankBehaviour | undefined,
	when: "auto" | "always",
): AuthenticationStatus | undefined {
	if (bank === "attempted") return "A";
	if (bank === "unavailable") return "U";
	return bank === "frictionless" || when === "always" ? "Y" : undefined;
}

const withoutPayer: readonly BankBehaviour[] = ["frictionless", "attempted", "unavailable"];

const version = "2.2.0";

/** The networks' indicators: authenticated, attempted, neither. */
const indicators = { Y: ["05", "02"], A: ["06", "01"], neither: ["07", "00"] } as const;

export function authenticatedBy(brand: Brand, status: AuthenticationStatus): Authenticated & { eci: string } {
	const [ofOthers, ofMastercard] = indicators[status === "Y" || status === "A" ? status : "neither"];
	return {
		status,
		version,
		eci: brand === "Mastercard" || brand === "Maestro" ? ofMastercard : ofOthers,
		liabilityShift: shiftsLiability(status),
	};
}

export function shiftsLiability(status: AuthenticationStatus): boolean {
	return status === "Y" || status === "A";
}
