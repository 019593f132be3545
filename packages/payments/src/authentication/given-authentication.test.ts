import { expect, test } from "vitest";
import { z } from "zod";
import { authenticationFields } from "./authentication-fields.ts";
import { wantedAuthentication } from "./wanted-authentication.ts";

const result = { version: "2.2.0", eci: "05", status: "Y", cavv: "AAABBEg0VhI0VniQEjRWAAAAAAA=" } as const;
const ids = {
	ds_transaction_id: "f25084f0-5b16-4c0a-ae5d-b24808a95e4b",
	server_transaction_id: "d461f105-1792-407f-95ff-9a496fd918a9",
};

function wanted(given: object) {
	const asked = z.object(authenticationFields).parse({ three_d_secure: given });
	const charged = {
		merchant: { threeDSecure: { rule: "never", aboveCents: null, outside: null } },
		commerce: "ecommerce",
		amountCents: 12_34,
		country: null,
		browser: undefined,
		returnAddress: "https://pay.example/return",
		isOnOurPage: false,
	} as const;
	return wantedAuthentication(asked, charged, { takesMadeAuthentication: true });
}

test("the merchant's own result reaches the processor with both ids of 3-D Secure", () => {
	expect(wanted({ ...result, ...ids })).toEqual({
		when: "made",
		result: {
			...result,
			dsTransactionId: ids.ds_transaction_id,
			serverTransactionId: ids.server_transaction_id,
		},
	});
	expect(wanted(result)).toMatchObject({ result: { dsTransactionId: null, serverTransactionId: null } });
});
