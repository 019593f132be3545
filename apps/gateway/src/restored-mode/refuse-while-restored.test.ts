import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { isRefusedWhileRestored } from "./refuse-while-restored.ts";

const operations = readFileSync(new URL("../../../../test/api/operations.txt", import.meta.url), "utf8")
	.trim()
	.split("\n")
	.map((line) => line.split(" ") as [name: string, method: string, path: string]);

/** The operations that go on: reading, signing in, and the settings and members of a merchant. */
const goingOn = operations.filter(([, method, path]) => method !== "GET" && !isRefusedWhileRestored(method, path));

test("while the database is restored, every operation that reads goes on", () => {
	const reading = operations.filter(([, method]) => method === "GET");
	expect(reading.length).toBeGreaterThan(50);
	expect(reading.filter(([, method, path]) => isRefusedWhileRestored(method, path))).toEqual([]);
});

test("while the database is restored, only these operations go on that change something", () => {
	expect([...new Set(goingOn.map(([name]) => name))].sort()).toEqual([
		"beginPasskey",
		"beginStepUpWithPasskey",
		"changePlan",
		"changeSettings",
		"createCardSession",
		"createPlan",
		"createToken",
		"deleteEndpoint",
		"deletePlan",
		"disconnectPartner",
		"endSession",
		"enrolSecondFactor",
		"enterSecondFactor",
		"removeOrigin",
		"removePasskey",
		"removeProcessorAccount",
		"removeStaff",
		"requestPasswordLink",
		"resendEvent",
		"resetPassword",
		"retireKey",
		"revokeCredential",
		"revokeCurrentToken",
		"revokeToken",
		"rotateKey",
		"sendReceipt",
		"signIn",
		"signInWithPasskey",
		"signOut",
		"signOutEverywhere",
		"stepUp",
		"stepUpWithPasskey",
		"testEndpoint",
		"unlinkAccount",
		"verifyProcessorAccount",
		"withdrawInvitation",
	]);
});
