import { expect, test } from "vitest";
import { isLookupId } from "../../../platform/src/ids.ts";
import { renewalReference } from "./renew.ts";

test("a renewal's reference follows from subscription, period and attempt alone", () => {
	const step = { period: 3, attempt: 2 };
	const reference = renewalReference("9fK2mQ7xW1aZ3bC4dE5f", step);
	expect(isLookupId(reference)).toBe(true);
	expect(renewalReference("9fK2mQ7xW1aZ3bC4dE5f", { ...step })).toBe(reference);
	const others = [
		renewalReference("9fK2mQ7xW1aZ3bC4dE5g", step),
		renewalReference("9fK2mQ7xW1aZ3bC4dE5f", { period: 32, attempt: 0 }),
		renewalReference("9fK2mQ7xW1aZ3bC4dE5f", { period: 2, attempt: 3 }),
	];
	expect(new Set([reference, ...others]).size).toBe(4);
});
