import { describe, expect, test } from "vitest";
import { english } from "../locale/en.ts";
import { createFormState, type FormState } from "./state.ts";

const now = Date.UTC(2026, 10, 21);

function emptyForm(): FormState {
	return createFormState(() => now, english);
}

function filledForm(): FormState {
	const state = emptyForm();
	state.type("number", "4242424242424242");
	state.type("expiry", "122031");
	state.type("securityCode", "123");
	return state;
}

describe("an error", () => {
	test("appears only when its field is left, not while it is edited", () => {
		const state = emptyForm();
		state.type("number", "42");
		expect(state.shown.value).toEqual({});

		state.leave("number");

		expect(state.shown.value).toEqual({ number: "numberIncomplete" });
	});

	test("does not appear for an empty field that the payer only passed through", () => {
		const state = emptyForm();
		state.leave("number");

		expect(state.shown.value).toEqual({});
	});

	test("disappears as soon as it is corrected, and a new one waits until the field is left", () => {
		const state = emptyForm();
		state.judge(undefined);
		state.type("number", "4");
		expect(state.shown.value).toEqual({ expiry: "expiryMissing", securityCode: "securityCodeMissing" });

		state.leave("number");

		expect(state.shown.value.number).toBe("numberIncomplete");
	});

	test("of the code disappears when the number is corrected to match it", () => {
		const state = filledForm();
		state.type("securityCode", "1234");
		state.leave("securityCode");
		expect(state.shown.value).toEqual({ securityCode: "securityCodeIncomplete" });

		state.type("number", "378282246310005");

		expect(state.shown.value).toEqual({});
	});

	test("appears for every wrong field when the form is submitted", () => {
		expect(emptyForm().judge(undefined)).toEqual(["number", "expiry", "securityCode"]);
		expect(filledForm().judge(undefined)).toEqual([]);
	});
});

describe("each error is announced once", () => {
	test("when its field is left, and not again when the field is left unchanged", () => {
		const state = emptyForm();
		state.type("number", "42");
		state.leave("number");
		expect(state.announcement.value).toBe(english.errors.numberIncomplete);

		state.type("expiry", "1");
		state.leave("expiry");
		state.type("number", "424");
		state.leave("number");

		expect(state.shown.value.number).toBe("numberIncomplete");
		expect(state.announcement.value).toBe(english.errors.expiryIncomplete);
	});

	test("by the focus that moves to the first wrong field, without a second announcement", () => {
		const state = emptyForm();
		state.judge("securityCode");

		expect(state.announcement.value).toBe("");
	});

	test("in words when the field already has the focus", () => {
		const state = emptyForm();
		state.judge("number");

		expect(state.announcement.value).toBe(english.errors.numberMissing);
	});

	test("and is removed once it is corrected", () => {
		const state = filledForm();
		state.type("expiry", "1");
		state.leave("expiry");
		expect(state.announcement.value).toBe(english.errors.expiryIncomplete);

		state.type("expiry", "1231");

		expect(state.announcement.value).toBe("");
	});
});

test("the code's error states the number of digits of the brand", () => {
	const state = emptyForm();
	state.type("number", "37");
	state.type("securityCode", "123");
	state.leave("securityCode");

	expect(state.announcement.value).toBe("Enter all 4 digits of the security code.");
});

describe("the brand", () => {
	test("is announced by its name when it becomes known", () => {
		const state = emptyForm();
		state.type("number", "3");
		expect(state.announcement.value).toBe("");

		state.type("number", "34");

		expect(state.announcement.value).toBe("Card type: American Express");
	});
});

describe("the submitted form", () => {
	test("contains the card in the token's format", () => {
		expect(filledForm().card()).toEqual({ number: "4242424242424242", month: "12", year: "31", securityCode: "123" });
	});

	test("contains only the visible optional fields, without surrounding white space", () => {
		const state = filledForm();
		expect(state.cardholder()).toEqual({});

		state.ask({ name: true, postalCode: false });
		state.type("name", " Ada Sample ");

		expect(state.cardholder()).toEqual({ name: "Ada Sample" });
	});
});

test("a hidden field is cleared, since its input returns empty", () => {
	const state = filledForm();
	state.ask({ name: true, postalCode: true });
	state.type("name", "Ada");
	state.ask({ name: false, postalCode: true });
	state.ask({ name: true, postalCode: true });

	expect(state.cardholder()).toEqual({ name: "", postalCode: "" });
	expect(state.values.value.number).toBe("4242424242424242");
});

test("a failure on our side is shown until the payer types or submits again", () => {
	const state = filledForm();
	state.fail();
	expect([state.hasFailed.value, state.announcement.value]).toEqual([true, english.errors.connection]);

	state.judge(undefined);

	expect([state.hasFailed.value, state.announcement.value]).toEqual([false, ""]);
});

test("clearing removes all input and announcements", () => {
	const state = filledForm();
	state.type("expiry", "13");
	state.leave("expiry");
	state.clear();

	expect(Object.values(state.values.value).join("")).toBe("");
	expect([state.shown.value, state.announcement.value]).toEqual([{}, ""]);
	state.leave("expiry");
	expect(state.shown.value).toEqual({});
});
