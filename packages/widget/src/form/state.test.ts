import { describe, expect, test } from "vitest";
import { english } from "../locale/en.ts";
import { createFormState, type FormState } from "./state.ts";

const now = Date.UTC(2026, 10, 21);

function emptyForm(): FormState {
	return createFormState(() => now);
}

function filledForm(): FormState {
	const state = emptyForm();
	state.type("number", "4242424242424242");
	state.type("expiry", "122031");
	state.type("securityCode", "123");
	return state;
}

describe("an error", () => {
	test("does not show while its field is typed into, only once it is left", () => {
		const state = emptyForm();
		state.type("number", "42");
		expect(state.shown.value).toEqual({});

		state.leave("number");

		expect(state.shown.value).toEqual({ number: "numberIncomplete" });
	});

	test("does not show for a field that was only passed through", () => {
		const state = emptyForm();
		state.leave("number");

		expect(state.shown.value).toEqual({});
	});

	test("goes as soon as it is mended, and another one waits until the field is left", () => {
		const state = emptyForm();
		state.judge(undefined);
		state.type("number", "4");
		expect(state.shown.value).toEqual({ expiry: "expiryMissing", securityCode: "securityCodeMissing" });

		state.leave("number");

		expect(state.shown.value.number).toBe("numberIncomplete");
	});

	test("of the code goes when the number is mended that it did not belong to", () => {
		const state = filledForm();
		state.type("securityCode", "1234");
		state.leave("securityCode");
		expect(state.shown.value).toEqual({ securityCode: "securityCodeIncomplete" });

		state.type("number", "378282246310005");

		expect(state.shown.value).toEqual({});
	});

	test("shows for every wrong field when the form is judged", () => {
		expect(emptyForm().judge(undefined)).toEqual(["number", "expiry", "securityCode"]);
		expect(filledForm().judge(undefined)).toEqual([]);
	});
});

describe("each error is announced once", () => {
	test("when its field is left, and not again when it is left the same", () => {
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

	test("by the focus that moves to the first wrong field, and so not beside it", () => {
		const state = emptyForm();
		state.judge("securityCode");

		expect(state.announcement.value).toBe("");
	});

	test("in words when the focus already is there", () => {
		const state = emptyForm();
		state.judge("number");

		expect(state.announcement.value).toBe(english.errors.numberMissing);
	});

	test("and is not said any more once it is mended", () => {
		const state = filledForm();
		state.type("expiry", "1");
		state.leave("expiry");
		expect(state.announcement.value).toBe(english.errors.expiryIncomplete);

		state.type("expiry", "1231");

		expect(state.announcement.value).toBe("");
	});
});

test("the code's error names as many digits as the brand has", () => {
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

describe("what leaves the form", () => {
	test("is the card as the token takes it", () => {
		expect(filledForm().card()).toEqual({ number: "4242424242424242", month: "12", year: "31", securityCode: "123" });
	});

	test("is of the optional fields only what is asked for, without white space around it", () => {
		const state = filledForm();
		expect(state.cardholder()).toEqual({});

		state.ask({ name: true, postalCode: false });
		state.type("name", " Ada Sample ");

		expect(state.cardholder()).toEqual({ name: "Ada Sample" });
	});
});

test("a field that is no longer asked for is forgotten, since its input comes back empty", () => {
	const state = filledForm();
	state.ask({ name: true, postalCode: true });
	state.type("name", "Ada");
	state.ask({ name: false, postalCode: true });
	state.ask({ name: true, postalCode: true });

	expect(state.cardholder()).toEqual({ name: "", postalCode: "" });
	expect(state.values.value.number).toBe("4242424242424242");
});

test("a failure of ours is told until something is typed, or the form is judged again", () => {
	const state = filledForm();
	state.fail();
	expect([state.hasFailed.value, state.announcement.value]).toEqual([true, english.errors.connection]);

	state.judge(undefined);

	expect([state.hasFailed.value, state.announcement.value]).toEqual([false, ""]);
});

test("clearing forgets everything that was typed and said", () => {
	const state = filledForm();
	state.type("expiry", "13");
	state.leave("expiry");
	state.clear();

	expect(Object.values(state.values.value).join("")).toBe("");
	expect([state.shown.value, state.announcement.value]).toEqual([{}, ""]);
	state.leave("expiry");
	expect(state.shown.value).toEqual({});
});
