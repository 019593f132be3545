import { expect, test } from "vitest";
import { countEach, hourlyLimits, partByLimit } from "./limits.ts";

const to = "Owner@example.com";

test.each(["address", "sharedAddress"] as const)(
	"X-33 a link for a new password finds room at an address that other mail has filled (%s)",
	(counted) => {
		const [receipt, link] = [
			{ merchantId: 1, to },
			{ merchantId: 1, to, allowance: "password_reset" as const },
		];
		const full = Array.from({ length: hourlyLimits[counted] + 1 }, () => receipt);
		const mails = [...full, link];
		const { within, beyond } = partByLimit(counted, mails, countEach(counted, mails));
		expect(beyond).toEqual([receipt]);
		expect(within).toContain(link);
	},
);
