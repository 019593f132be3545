import { AccountRefused, type AccountSecrets } from "@cardseal/vault";
import type { ConnectorField } from "./connector.ts";

/** The field that sends an account to the processor's test system. */
export const testField: ConnectorField = {
	name: "environment",
	label: "Environment (live or test)",
	isSecret: false,
	isOptional: true,
};

/**
 * Tells whether an account is one of the processor's test system.
 *
 * @throws AccountRefused for anything but `live` and `test`
 */
export function isTestAccount({ environment = "live" }: AccountSecrets): boolean {
	if (environment !== "live" && environment !== "test") {
		throw new AccountRefused("The environment is live or test.");
	}
	return environment === "test";
}

/**
 * Returns a part of a host name. A merchant fills it in, so it may not lead to another host.
 *
 * @throws Error for anything but letters, digits and dashes
 */
export function hostPart(value: string | undefined, what: string): string {
	if (value === undefined || !/^[a-z0-9][a-z0-9-]{0,60}$/i.test(value)) {
		throw new Error(`${what} has letters, digits and dashes only.`);
	}
	return value;
}
