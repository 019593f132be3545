import { expect, test } from "vitest";
import { countEach, hourlyLimits, partByLimit } from "./limits.ts";

const to = "Owner@example.com";

const ways = ["address", "sharedAddress", "merchant"] as const;
const allowances = ["password_reset", "account_security password.changed", "bank_account"] as const;

test.each(ways.flatMap((counted) => allowances.map((allowance) => ({ counted, allowance }))))(
	"X-33 a mail with an allowance of its own finds room that other mail has used up ($counted, $allowance)",
	({ counted, allowance }) => {
		const [receipt, link] = [
			{ merchantId: 1, to },
			{ merchantId: 1, to, allowance },
		];
		const full = Array.from({ length: hourlyLimits[counted] + 1 }, () => receipt);
		const mails = [...full, link];
		const { within, beyond } = partByLimit(counted, mails, countEach(counted, mails));
		expect(beyond).toEqual([receipt]);
		expect(within).toContain(link);
	},
);
