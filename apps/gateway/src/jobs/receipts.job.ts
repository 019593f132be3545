import { type ReceiptSending, sendDueReceipts } from "../receipts/send-receipts.ts";
import type { Job } from "./repeat.ts";

/** Sends receipts by mail. */
export function receiptsJob(sending: ReceiptSending): Job {
	return { name: "receipts", everyMilliseconds: 1_000, run: () => sendDueReceipts(sending) };
}
