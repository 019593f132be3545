import { createHash } from "node:crypto";
import { randomAlphanumeric } from "../../ids.ts";

/** 256 bits: nobody guesses one, so that a plain hash of it is as good as a slow one (rules O-11, O-48). */
const characters = 43;

/** A secret that stands for something we keep: an authorization code, a refresh token. */
export function newOpaqueToken(): string {
	return randomAlphanumeric(characters);
}

/** What is stored of it. */
export function hashOpaqueToken(token: string): Buffer {
	return createHash("sha256").update(token).digest();
}
