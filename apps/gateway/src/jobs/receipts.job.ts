import { type ReceiptSending, sendDueReceipts } from "../receipts/send-receipts.ts";
import type { Job } from "./repeat.ts";

/** Receipts a second at most: 360,000 an hour and gateway, far more than any merchant may send. */
const maximum = 100;

/** Sends receipts by mail. */
export function receiptsJob(sending: Omit<ReceiptSending, "maximum">): Job {
	return { name: "receipts", everyMilliseconds: 1_000, run: () => sendDueReceipts({ ...sending, maximum }) };
}
