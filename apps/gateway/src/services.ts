import { customers } from "@cardseal/customers/gateway";
import { eft } from "@cardseal/eft/gateway";
import { events } from "@cardseal/events/gateway";
import { identity } from "@cardseal/identity/gateway";
import { merchants } from "@cardseal/merchants/gateway";
import { payers } from "@cardseal/payers/gateway";
import { payments } from "@cardseal/payments/gateway";
import { subscriptions } from "@cardseal/subscriptions/gateway";

type Services = readonly [
	typeof merchants,
	typeof identity,
	typeof subscriptions,
	typeof eft,
	typeof customers,
	typeof payments,
	typeof payers,
	typeof events,
];

/**
 * The services of this gateway. Each one's manifest says what it brings. Works that are due at the same business time
 * run in this order, and the lists of a customer's export stand in it.
 */
const services: Services = [merchants, identity, subscriptions, eft, customers, payments, payers, events];

type PartOf<Name extends string, Service = Services[number]> = Service extends Record<Name, infer Part> ? Part : never;

export function partsOf<Name extends string>(name: Name): PartOf<Name>[] {
	return services.flatMap((service) => (name in service ? [service[name as never] as PartOf<Name>] : []));
}

type Joined<Parts> = (Parts extends unknown ? (part: Parts) => void : never) extends (joined: infer All) => void
	? All
	: never;

export function joined<Parts extends object>(parts: readonly Parts[]): Joined<Parts> {
	return Object.assign({}, ...parts);
}
