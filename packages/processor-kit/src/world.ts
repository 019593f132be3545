import { randomBytes } from "node:crypto";
import type {
	Answer,
	ApprovedOriginal,
	Inquiry,
	Modification,
	Outcome,
	Processor,
	ProcessorEventSource,
	ProcessorRequest,
	RequestSource,
} from "@cardseal/vault";
import { expect, vi } from "vitest";
import { type Fault, isWaiting, type RequestKind } from "./faults.ts";
import {
	type Ability,
	inquiryAbout,
	type ProcessorFactory,
	type SimulatedNetwork,
	type Simulator,
	type SimulatorKind,
	type Subject,
} from "./simulator.ts";

export type ChargeRequest = Extract<ProcessorRequest, { card: unknown }>;
type ModificationRequest = Extract<ProcessorRequest, { original: unknown }>;

/** A promise applies where its abilities exist. */
export interface ProcessorPromise {
	name: string;
	needs: readonly Ability[];
	/** This promise applies instead of others without it. */
	instead?: Ability;
	check(world: World): Promise<void>;
}

export function promise(name: string, needs: readonly Ability[], check: ProcessorPromise["check"]): ProcessorPromise {
	return { name, needs, check };
}

export interface World {
	simulator: Simulator;
	lacks: readonly Ability[];
	subject: Subject;
	processor: Processor & ProcessorEventSource & Partial<RequestSource>;
	gateways: readonly (Processor & ProcessorEventSource & Partial<RequestSource>)[];
	close(): Promise<void>;
}

/** Its number and code occur nowhere by chance. */
export const card = { number: "378282246310005", month: "08", year: "41", securityCode: "7193" };

export async function openWorld<Kind extends Simulator>(
	factory: ProcessorFactory<Kind>,
	kind: SimulatorKind<Kind>,
): Promise<World> {
	const simulator = await kind.start();
	const subject = await factory.open(simulator);
	const [processor, ...others] = [await subject.connect(), await subject.connect(), await subject.connect()];
	return {
		simulator,
		lacks: kind.lacks,
		subject,
		processor,
		gateways: [processor, ...others],
		async close() {
			await subject.close();
			await simulator.stop();
		},
	};
}

export function findsByReference({ lacks }: World): boolean {
	return !lacks.includes("lookup_by_reference");
}

/** Returns what the abilities of a promise say that there is. */
export function present<Value>(value: Value | undefined): Value {
	if (value === undefined) throw new Error("The promise needs an ability that is lacking.");
	return value;
}

export const networkOf = ({ simulator }: World): SimulatedNetwork => present(simulator.network);

/** $99.00, approved without a fault. */
export function newSale({ subject, simulator }: World, changes: Partial<ChargeRequest> = {}): ChargeRequest {
	return {
		reference: newReference(),
		operation: "sale",
		initiatedBy: "cardholder",
		commerce: "ecommerce",
		storedCredential: undefined,
		amountCents: 99_00,
		currency: simulator.currency ?? "CAD",
		card: subject.vault.cardFromFields(card, { id: 1, environment: "test" }),
		payer: {
			firstName: "Ada",
			lastName: "Okafor",
			company: null,
			email: "ada@example.com",
			telephone: null,
			address1: "1 King Street",
			address2: null,
			city: "Toronto",
			province: "ON",
			country: "CA",
			postalCode: "M5H1A1",
			ipAddress: "192.0.2.7",
		},
		payerReference: null,
		statementText: "Example Shop",
		invoiceId: null,
		...changes,
	};
}

export function newAuthorization(world: World): ChargeRequest {
	return newSale(world, { operation: "authorization" });
}

export function newModification(
	operation: Modification,
	original: ProcessorRequest,
	outcome: Answer,
	amountCents = original.amountCents,
): ModificationRequest {
	const about: ApprovedOriginal = {
		reference: original.reference,
		operation: originalOperation(original),
		amountCents: original.amountCents,
		processorTransactionId: outcome.processorTransactionId ?? null,
		authorizationCode: outcome.result === "approved" ? outcome.authorizationCode : null,
	};
	return { reference: newReference(), operation, amountCents, currency: original.currency, original: about };
}

function originalOperation({ operation }: ProcessorRequest): ApprovedOriginal["operation"] {
	if (operation === "sale" || operation === "authorization" || operation === "capture") return operation;
	throw new Error(`Nothing modifies a ${operation}.`);
}

/** 20 characters of base 36. */
function newReference(): string {
	return BigInt(`0x${randomBytes(16).toString("hex")}`)
		.toString(36)
		.padStart(20, "0")
		.slice(0, 20);
}

/** The request has to be decided. */
export async function decided({ processor }: Pick<World, "processor">, request: ProcessorRequest): Promise<Outcome> {
	const answer = await processor.submit(request);
	if (answer.result === "accepted" || answer.result === "action") {
		throw new Error(`The request was not decided: ${answer.result}.`);
	}
	expectShape(answer);
	return answer;
}

export async function approved(world: World, request: ProcessorRequest): Promise<Outcome> {
	const outcome = await decided(world, request);
	expect(outcome.result).toBe("approved");
	return outcome;
}

export async function taken(world: World, request: ProcessorRequest): Promise<Answer> {
	if (!world.lacks.includes("immediate_modifications")) return approved(world, request);
	const answer = await world.processor.submit(request);
	expectShape(answer);
	expect(["approved", "accepted"]).toContain(answer.result);
	return answer;
}

export async function inquired({ processor }: World, request: ProcessorRequest): Promise<Inquiry> {
	const inquiry = await processor.inquire(inquiryAbout(request));
	expectShape(inquiry);
	return inquiry;
}

const optionalText = expect.toSatisfy((value) => value === undefined || (typeof value === "string" && value !== ""));
const optionalCheck = expect.toSatisfy((value) =>
	[undefined, "MATCH", "NO_MATCH", "PARTIAL", "NOT_CHECKED"].includes(value),
);

/** Types do not bind a network. */
function expectShape(answer: Inquiry): void {
	if (answer.result !== "approved" && answer.result !== "declined") return;
	expect({
		networkTransactionId: undefined,
		avsResult: undefined,
		cvvResult: undefined,
		issuerCode: undefined,
		...answer,
	}).toMatchObject({
		message: expect.any(String),
		processorTransactionId: answer.result === "approved" ? expect.stringMatching(/./) : expect.any(String),
		networkTransactionId: optionalText,
		issuerCode: optionalText,
		avsResult: optionalCheck,
		cvvResult: optionalCheck,
		...(answer.result === "approved"
			? { authorizationCode: expect.any(String) }
			: {
					declineClass: expect.stringMatching(/^(?:soft|hard|data|configuration)$/),
					declineCode: expect.stringMatching(/^[a-z_]+$/),
				}),
	});
}

/** Asks from a gateway that did not send the request. */
export async function inquiredById({ gateways }: World, request: ProcessorRequest, id: string): Promise<Inquiry> {
	const [, other] = gateways;
	if (other === undefined) throw new Error("There is one gateway only.");
	const inquiry = await other.inquire(inquiryAbout(request, id));
	expectShape(inquiry);
	return inquiry;
}

/**
 * Inquiries find nothing once the request can no longer arrive, and the books have nothing. A processor without our
 * reference cannot tell.
 */
export async function expectNeverReceived(world: World, request: ProcessorRequest): Promise<void> {
	const inquiry = await inquiredLater(world, request);
	if (findsByReference(world)) expect(inquiry).toEqual({ result: "not_received" });
	else if (inquiry.result !== "not_received") expect(inquiry).toMatchObject({ result: "unknown", isFinal: true });
	expect(await world.simulator.booked(request.reference)).toEqual([]);
}

/** Declines that blame no card. */
const blameless = ["not_received", "account_refused", "request_refused"];

export function expectNotCharged(result: PromiseSettledResult<Answer>, codes = blameless): void {
	if (result.status === "rejected") return;
	expect(result.value).toMatchObject({ result: "declined", declineCode: expect.toBeOneOf(codes) });
}

/** One approved entry in the books. Without our reference, an inquiry may leave it open. */
export async function expectApprovedOnce(world: World, request: ProcessorRequest): Promise<void> {
	const { reference, operation, amountCents, currency } = request;
	expect(await world.simulator.booked(reference)).toEqual([{ operation, result: "approved", amountCents, currency }]);
	const { result } = await inquired(world, request);
	const isDecidedLater = world.lacks.includes("immediate_modifications") && !("card" in request);
	const open = [...(findsByReference(world) ? [] : ["unknown"]), ...(isDecidedLater ? ["accepted"] : [])];
	expect(["approved", ...open]).toContain(result);
}

export const patience = { timeout: 20_000, interval: 5 };

export async function arrived(world: World, kind: RequestKind, earlier: number): Promise<void> {
	await vi.waitFor(() => expect(countReceived(world, kind)).toBeGreaterThan(earlier), patience);
}

export function countReceived(world: World, kind: RequestKind): number {
	return networkOf(world).received.filter((request) => request.kind === kind).length;
}

/** Makes a call whose request meets a fault, to the end of its wait. */
export async function withFault<Value>(
	world: World,
	kind: RequestKind,
	fault: Fault,
	call: () => Promise<Value>,
): Promise<PromiseSettledResult<Value>> {
	const earlier = countReceived(world, kind);
	world.simulator.failNext(kind, fault);
	const result = resultOf(call());
	if (isWaiting(fault)) {
		await arrived(world, kind, earlier);
		await world.simulator.endWaiting();
	}
	return result;
}

/** Makes a call at a time when no request of now can arrive any more. */
export async function afterDelay<Value>({ subject }: World, call: () => Promise<Value>): Promise<Value> {
	const wait = subject.maximumDelayMs + 1;
	subject.advance(wait);
	const value = await call();
	subject.advance(-wait);
	return value;
}

export function inquiredLater(world: World, request: ProcessorRequest): Promise<Inquiry> {
	return afterDelay(world, () => inquired(world, request));
}

export async function resultOf<Value>(promise: Promise<Value>): Promise<PromiseSettledResult<Value>> {
	const [result] = await Promise.allSettled([promise]);
	return result;
}

/** `undefined` while the promise is open. */
export async function soon<Value>(promise: Promise<Value>): Promise<PromiseSettledResult<Value> | undefined> {
	return Promise.race([resultOf(promise), new Promise<undefined>((none) => setImmediate(none, undefined))]);
}

export async function wordOf(inquiry: Promise<Inquiry>): Promise<Inquiry["result"] | "rejected"> {
	const result = await resultOf(inquiry);
	return result.status === "rejected" ? "rejected" : result.value.result;
}
