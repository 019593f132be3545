import { expect, test } from "vitest";
import { type Api, createApi } from "../api/client.ts";
import { createSession } from "./session.model.ts";

/** A gateway that knows of one business by this name, and answers in the order that the test decides. */
function gateway(): { api: Api; answers: PromiseWithResolvers<Response>[]; answer(index: number, name: string): void } {
	const answers: PromiseWithResolvers<Response>[] = [];
	const api = createApi({
		root: "/app/api",
		fetch: () => {
			const next = Promise.withResolvers<Response>();
			answers.push(next);
			return next.promise;
		},
		onSignedOut: () => {},
		confirm: async () => false,
	});
	return {
		api,
		answers,
		answer: (index, name) =>
			answers[index]?.resolve(
				Response.json({ merchant: { name }, csrf_token: "proof", clock: { business_time: 1_000 * (index + 1) } }),
			),
	};
}

async function opened() {
	const { api, answers, answer } = gateway();
	let computer = 5_000;
	const opening = createSession(api, () => computer);
	answer(0, "Before");
	const wait = (milliseconds: number) => {
		computer += milliseconds;
	};
	return { session: await opening, api, answers, answer, wait };
}

test("requests prove by the session's own word that they come from the page", async () => {
	const { api } = await opened();
	expect(api.csrfToken.value).toBe("proof");
});

test("what was changed is known to every page once the session is read again", async () => {
	const { session, answer } = await opened();
	const renewing = session.renew();
	answer(1, "After");
	await renewing;
	expect(session.record.value.merchant.name).toBe("After");
});

test("an earlier reading that comes late does not put back what was before the later change", async () => {
	const { session, answer } = await opened();
	const both = [session.renew(), session.renew()];
	answer(2, "Second");
	await both[1];
	answer(1, "First");
	await both[0];
	expect(session.record.value.merchant.name).toBe("Second");
});

test("it is what the gateway's clock shows, not the computer's, and goes on from there", async () => {
	const { session, answer, wait } = await opened();
	expect(session.now()).toBe(1_000);
	wait(250);
	expect(session.now()).toBe(1_250);
	const renewing = session.renew();
	answer(1, "After");
	await renewing;
	expect(session.now()).toBe(2_000);
});

test("what was known stays when the gateway cannot be reached", async () => {
	const { session, answers } = await opened();
	const renewing = session.renew();
	answers[1]?.reject(new TypeError("Failed to fetch"));
	await renewing;
	expect(session.record.value.merchant.name).toBe("Before");
});

test("nobody is taken for signed in when the session cannot be read at first", async () => {
	const { api, answers } = gateway();
	const opening = createSession(api, () => 0);
	answers[0]?.reject(new TypeError("Failed to fetch"));
	await expect(opening).rejects.toMatchObject({ kind: "unreachable" });
});
