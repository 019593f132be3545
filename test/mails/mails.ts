import { ownerMails } from "../../apps/gateway/src/start/create-mail.ts";
import { approvalMail } from "../../packages/eft/src/approvals/approval-mail.ts";
import { accountMail } from "../../packages/eft/src/bank-accounts/account-mail.ts";
import { requestMail } from "../../packages/eft/src/requests/request-mail.ts";
import { ownerMail } from "../../packages/identity/src/staff/mails/owner-mail.ts";
import { invitationMail, resetMail, securityMail } from "../../packages/identity/src/staff/mails/staff-mail.ts";
import type { StaffMail } from "../../packages/identity/src/staff/mails/staff-mails.store.ts";
import type { OwnerMailDetails, OwnerMailEvents } from "../../packages/merchants/src/staff-mails/owner-mail.ts";
import { linkMail } from "../../packages/payers/src/links/link-mail.ts";
import { portalMail } from "../../packages/payers/src/portal/portal-mail.ts";
import type { MailedLink } from "../../packages/payers/src/portal/sessions.store.ts";
import { receiptMail } from "../../packages/payments/src/receipts/receipt-mail.ts";
import type { Receipt } from "../../packages/payments/src/receipts/receipts.store.ts";
import type { MailKind } from "../../packages/platform/src/mail/due-mail.ts";
import type { Mail } from "../../packages/platform/src/mail/mail.ts";
import type { MailSender } from "../../packages/platform/src/mail/mail-sender.store.ts";
import {
	cardExpiringMail,
	paymentFailedMail,
	suspendedMail,
} from "../../packages/subscriptions/src/dunning-mails/dunning-mail.ts";
import type { ExpiryMail, PaymentMail } from "../../packages/subscriptions/src/dunning-mails/dunning-mail-data.ts";
import { mailSender, unknownReader } from "../fixtures/mail/mail-sender.ts";
import { receiptLinks, saleReceipt } from "../fixtures/payments/receipt.ts";

const host = "pay.example";
const place = { host, links: { vault: { mac: () => Buffer.alloc(32, 7) }, publicUrl: "https://pay.example" } };
const link = "https://pay.example/app";
const id = "9fK2mQ7xW1aZ3bC4dE5f";
const email = "ada@example.com";

const reachable: MailSender = {
	...mailSender,
	contactAddress: "12, rue Principale, Montréal (Québec) H2X 1Y4",
	contactPhone: "514 555-0199",
};

function receiptOf(sender: MailSender, changes: Partial<Receipt>): Mail {
	const receipt: Receipt = { ...saleReceipt, ...sender, created_at: Date.UTC(2026, 6, 1, 13, 5) };
	return receiptMail({ ...receipt, ...changes }, { host, links: receiptLinks });
}

const subscription = {
	name: "Gold",
	description: "Team of five",
	currency: "CAD",
	amount_cents: 3_100,
	quantity: 1,
	amount_from_period: 0,
	former_amount_cents: null,
	setup_fee_cents: 0,
	completed_cycles: 1,
	credit_cents: 0,
};

function paymentMail(sender: MailSender, changes: Partial<PaymentMail> = {}): PaymentMail {
	return {
		...sender,
		...unknownReader,
		...subscription,
		reference: "100001.1.2",
		email,
		isTest: false,
		lookup_id: id,
		card_lookup_id: "Zx8cV7bN6mK5jH4gF3dS",
		start_date: Date.UTC(2026, 5, 1, 3, 30),
		frequency: "MOTHLY",
		time_zone: "America/Toronto",
		billing_anchor: null,
		anchor_period: 0,
		suspended_reason: null,
		period: 1,
		attempt: 2,
		card: { card_type: "Visa", card_suffix: "0005" },
		decline_code: "insufficient_funds",
		nextAttemptAt: Date.UTC(2026, 6, 1, 13),
		...changes,
	};
}

function expiryMail(sender: MailSender, count: number): ExpiryMail {
	return {
		...sender,
		...unknownReader,
		reference: "Zx8cV7bN6mK5jH4gF3dS.2608",
		lookup_id: id,
		card_lookup_id: "Zx8cV7bN6mK5jH4gF3dS",
		email,
		isTest: true,
		card_type: "Visa",
		card_suffix: "0005",
		expiry_month: "08",
		expiry_year: "26",
		subscriptions: Array.from({ length: count }, () => ({
			...subscription,
			next_run: Date.UTC(2026, 7, 30, 13),
			next_period: 2,
			open_period: null,
		})),
	};
}

const company = { company: "Analytical Engines", firstName: null, lastName: null, lookupId: "Zx8cV7bN6mK5jH4gF3dS" };

function mailedLink(sender: MailSender, changes: Partial<MailedLink> = {}): MailedLink {
	return {
		...sender,
		...unknownReader,
		reference: "PoRtAl7xW1aZ3bC4dE5f",
		lookupId: id,
		email,
		firstName: "Ada",
		lastName: "Lovelace",
		company: null,
		customerSince: Date.UTC(2026, 5, 1, 13),
		mailedTo: Buffer.from("of the address"),
		expiresAt: Date.UTC(2026, 6, 1, 13, 5),
		mode: "live",
		...changes,
	};
}

function staffMail(business: MailSender, event: StaffMail["event"], changes: Partial<StaffMail> = {}) {
	return {
		id,
		staffId: 7,
		email,
		merchant: {
			id: 17,
			publicId: "m",
			name: "Maple & Main",
			mode: "live",
			timeZone: "America/Toronto",
			currencies: ["CAD"],
			statementText: null,
			threeDSecure: { rule: "never", aboveCents: null, outside: null },
			hostedFormOnly: false,
			rejectsAvsNoMatch: false,
			rejectsCvvNoMatch: false,
			cardTesting: { isOn: null, limits: {} },
		},
		business,
		event,
		details: {},
		changedBy: { id: 7, name: "Ada", email },
		clientAddress: "203.0.113.9",
		occurredAt: Date.UTC(2026, 6, 1, 13),
		...changes,
	} satisfies StaffMail;
}

const reasons = ["declined", "retries_used", "card_deleted", "card_declined_too_often"] as const;

const securityEvents = [
	"password.changed",
	"second_factor.enabled",
	"second_factor.disabled",
	"second_factor.locked",
	"passkey.added",
	"passkey.removed",
	"recovery_codes.renewed",
	"recovery_code.used",
	"staff.role_changed",
	"staff.removed",
] as const;

const accountEvents = ["bank_account.linked", "bank_account.replaced", "bank_account.removed"] as const;

const ownerEvents = Object.keys(ownerMails) as (keyof OwnerMailEvents)[];

function ownerDetails(event: keyof OwnerMailEvents): OwnerMailDetails {
	if (event === "send_limit.raised") return { limit: "per_day", amount_cents: 3_000_000 };
	if (event === "credential.expiring" || event === "credential.expiry_changed")
		return { about: "Till 7", expires_at: Date.UTC(2026, 6, 15, 13) };
	if (event === "send.approved" || event === "send.rejected")
		return { about: "ada@example.com, ****6789", amount_cents: 600_000 };
	if (event === "dispute.opened") {
		return { about: id, amount_cents: 3_100, currency: "USD", reason_code: "10.4", due_at: Date.UTC(2026, 6, 11, 13) };
	}
	if (event === "send.above_limit") return { about: "ada@example.com, ****6789", amount_cents: 123_456, client_id: id };
	return event === "send.first_payment" || event === "send.waiting" || event === "send.approval_expired"
		? { about: "ada@example.com, ****6789", amount_cents: 123_456 }
		: { about: "https://shop.example" };
}

/** Returns every kind of mail in its variants, to a recipient who reads the merchant's languages. */
export function everyMail(
	languages: Pick<MailSender, "defaultLanguage" | "bothLanguages">,
): Record<Exclude<MailKind, "receipt_again">, Mail[]> {
	const nameless = { ...mailSender, ...languages };
	const sender = { ...reachable, ...languages };
	const answering = { ...sender, replyTo: "care@maple.example" };
	const invitation = {
		...nameless,
		lookupId: id,
		email,
		name: "Ada",
		role: "clerk",
		inviterName: "Grace",
		readerLanguage: null,
		hasAccount: false,
	} as const;
	const request = {
		transactionId: id,
		processorTransactionId: "PAY24204476",
		merchant: { id: 17, name: "Maple & Main", mode: "live", timeZone: "America/Toronto" },
		payerMerchantId: null,
		payerEmail: email,
		amountCents: 3_100,
		description: "Walnut boards",
		result: "PENDING",
		maskedAccount: null,
		createdAt: Date.UTC(2026, 10, 1, 19),
		expiresAt: Date.UTC(2026, 11, 1, 19),
		answer: null,
		answeredAt: null,
	} as const;
	return {
		receipt: [
			receiptOf(answering, { test_mode: true, description: "Coffee of the month" }),
			receiptOf(answering, {
				amount_tax_cents: 14_206,
				amount_tip_cents: 2_000,
				tax_numbers: [
					{ label: "GST/HST", number: "12345 6789 RT0001" },
					{ label: "QST", number: "1234567890 TQ0001" },
				],
			}),
			receiptOf(sender, { type: "capture", first_name: null, last_name: null, invoice_id: null }),
			receiptOf(nameless, { type: "refund", created_at: Date.UTC(2026, 6, 2, 3, 30) }),
			receiptOf(sender, { type: "authorization" }),
		],
		payment_failed: [
			...[nameless, sender, answering].map((one) => paymentFailedMail(paymentMail(one), place)),
			paymentFailedMail(paymentMail(sender, { decline_code: "authentication_required" }), place),
		],
		subscription_suspended: reasons.map((suspended_reason) =>
			suspendedMail(paymentMail(answering, { suspended_reason, nextAttemptAt: null }), place),
		),
		card_expiring: [1, 2].map((count) => cardExpiringMail(expiryMail(sender, count), place)),
		portal_link: [
			portalMail([mailedLink(answering)], place),
			portalMail([mailedLink(sender), mailedLink(sender, company)], place),
		],
		staff_invitation: [
			invitationMail(invitation, { link, host }),
			invitationMail({ ...invitation, inviterName: null, hasAccount: true }, { link, host }),
		],
		password_reset: [resetMail({ ...nameless, lookupId: id, email, readerLanguage: null }, { link, host })],
		account_security: [
			...securityEvents.map((event) => securityMail(staffMail(nameless, event), { link, host })),
			securityMail(staffMail(nameless, "staff.role_changed", { details: { role: "owner" }, changedBy: undefined }), {
				link,
				host,
			}),
		],
		owner_notice: ownerEvents.map((event) =>
			ownerMail(staffMail(nameless, event, { details: ownerDetails(event) }), ownerMails[event], { link, host }),
		),
		eft_request: [
			requestMail(request, {
				linkIn: (language) => `https://pay.example/pay/${id}?lang=${language}`,
				host,
				sender,
				payer: unknownReader,
			}),
		],
		bank_account_changed: accountEvents.map((event) =>
			accountMail(staffMail(nameless, event, { details: { masked_account: "****6789" } }), { link, host }),
		),
		payment_link: [null, "5fK2mQ7xW1aZ3bC4dE5f"].map((plan_lookup_id) =>
			linkMail(
				{
					...sender,
					...unknownReader,
					reference: `${id}.1`,
					link: {
						lookup_id: id,
						amount_cents: 3_100,
						currency: "CAD",
						description: "Walnut boards",
						invoice_id: plan_lookup_id === null ? "INV-1042" : null,
						expires_at: Date.UTC(2026, 7, 1, 13, 5),
						plan_lookup_id,
					},
					email,
					isTest: false,
				},
				{ host, address: `https://pay.example/pay/link/lk1${id}` },
			),
		),
		payment_approval: (["approval.requested", "approval.expiring"] as const).map((event) =>
			approvalMail(
				{
					id,
					email,
					merchant: request.merchant,
					business: nameless,
					event,
					payment: {
						transaction_id: id,
						amount_cents: 7_550,
						description: "Rent of May",
						email: "hugo@example.com",
						first_name: "Hugo",
						last_name: "Gagnon",
						masked_account: "****6789",
					},
					askedBy: "Grace Hopper",
					clientId: event === "approval.expiring" ? "0123456789abcdef" : null,
					expiresAt: Date.UTC(2026, 10, 8, 19),
				},
				{ link, host },
			),
		),
	};
}
