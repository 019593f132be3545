import type { Schemas } from "@cardseal/client";

export type Payment = Pick<
	Schemas["TransactionRecord"],
	"transaction_time" | "amount" | "currency" | "transaction_result" | "card_type"
>;

export interface Mail {
	sent_at: number;
	subject: string;
}

/** A payment with its mail, or a mail about no payment. */
export interface Row {
	/** ms since 1970. */
	at: number;
	payment: Payment | undefined;
	subjects: string[];
}

const togetherMs = 60_000;

/** Sorts payments and mail by time, with each mail in the row of its payment. */
export function rowsOf(payments: Payment[], mails: Mail[]): Row[] {
	const rows: Row[] = payments.map((payment) => ({ at: payment.transaction_time, payment, subjects: [] }));
	for (const { sent_at, subject } of mails.toSorted((one, other) => one.sent_at - other.sent_at)) {
		const about = rows.findLast(({ at }) => at <= sent_at && sent_at - at < togetherMs);
		if (about === undefined) rows.push({ at: sent_at, payment: undefined, subjects: [subject] });
		else about.subjects.push(subject);
	}
	return rows.toSorted((one, other) => one.at - other.at);
}

type Paint = (colour: "green" | "red" | "yellow" | "dim", text: string) => string;

const colours: Record<string, "green" | "red"> = { APPROVED: "green", DECLINED: "red" };

const widths = { date: 10, payment: 22, outcome: 9 } as const;

export function linesOf({ at, payment, subjects }: Row, paint: Paint): string[] {
	const date = new Date(at).toISOString().slice(0, widths.date);
	const what = payment === undefined ? "" : `${payment.amount.toFixed(2)} ${payment.currency}, ${payment.card_type}`;
	const result = payment?.transaction_result ?? "";
	const outcome = paint(colours[result] ?? "yellow", result.padEnd(widths.outcome));
	const [first = "", ...others] = subjects;
	const before = " ".repeat(widths.date + widths.payment + widths.outcome + 6);
	return [
		`${paint("dim", date)}  ${what.padEnd(widths.payment)}  ${outcome}  ${first}`.trimEnd(),
		...others.map((subject) => `${before}${subject}`),
	];
}

export function headLine(paint: Paint): string {
	const { date, payment, outcome } = widths;
	return paint("dim", `${"date".padEnd(date)}  ${"payment".padEnd(payment)}  ${"outcome".padEnd(outcome)}  mail`);
}
