import { timingSafeEqual } from "node:crypto";
import type { Vault } from "@cardseal/vault";
import { z } from "@hono/zod-openapi";
import { type Cursors, type PageRequest, type Position, pageOf } from "../db/paging.ts";
import { Problem } from "../problem.ts";

const maximumLimit = 100;
const defaultLimit = 25;
const limitAdvice = `Send a limit from 1 to ${maximumLimit}.`;
const cursorAdvice = "Use a cursor from an earlier page of the same list, with the same filters.";

const cursorField = (description: string) =>
	z.string(cursorAdvice).max(512, cursorAdvice).optional().openapi({ description });

export const pageQueryFields = {
	limit: z
		.string(limitAdvice)
		.regex(/^[0-9]{1,3}$/, limitAdvice)
		.transform(Number)
		.pipe(z.number().min(1, limitAdvice).max(maximumLimit, limitAdvice))
		.default(defaultLimit)
		.openapi({ type: "integer", minimum: 1, maximum: maximumLimit, default: defaultLimit }),
	before: cursorField("Cursor of the previous, newer page"),
	after: cursorField("Cursor of the next, older page"),
};

export const pagingSchema = z
	.object({
		cursors: z.object({
			before: z.string().openapi({ description: "Empty when there is no newer entry" }),
			after: z.string().openapi({ description: "Empty when there is no older entry" }),
		}),
	})
	.openapi("Paging");

/** Other merchants or filters make a cursor invalid. */
export interface CursorBinding {
	merchantId: number;
	list: string;
}

const macBytes = 16;

type PageQuery = { limit: number } & { [Cursor in keyof Cursors]?: string | undefined };

/**
 * @param find up to `limit + 1` rows, nearest first
 * @throws Problem 400 for another list's cursor
 */
export async function readPage<Row extends { id: number; created_at: number }>(
	vault: Vault,
	binding: CursorBinding,
	query: PageQuery,
	find: (page: PageRequest) => Promise<Row[]>,
): Promise<{ rows: Row[]; paging: { cursors: Cursors } }> {
	const page = readPageRequest(vault, binding, query);
	const { rows, cursors } = pageOf(await find(page), page, (row) =>
		writeCursor(vault, binding, { createdAt: row.created_at, id: row.id }),
	);
	return { rows, paging: { cursors } };
}

function writeCursor(vault: Vault, binding: CursorBinding, { createdAt, id }: Position): string {
	const position = Buffer.alloc(16);
	position.writeBigUInt64BE(BigInt(createdAt), 0);
	position.writeBigUInt64BE(BigInt(id), 8);
	return Buffer.concat([position, cursorMac(vault, binding, position)]).toString("base64url");
}

function cursorMac(vault: Vault, { merchantId, list }: CursorBinding, position: Buffer): Buffer {
	return vault.mac("cursor", `${merchantId}|${position.toString("hex")}|${list}`).subarray(0, macBytes);
}

function readCursor(vault: Vault, binding: CursorBinding, cursor: string): Position {
	const bytes = Buffer.from(cursor, "base64url");
	const position = bytes.subarray(0, 16);
	const isWhole = bytes.length === 16 + macBytes && bytes.toString("base64url") === cursor;
	if (!isWhole || !timingSafeEqual(bytes.subarray(16), cursorMac(vault, binding, position))) {
		throw new Problem("cursor_invalid", cursorAdvice);
	}
	return { createdAt: Number(position.readBigUInt64BE(0)), id: Number(position.readBigUInt64BE(8)) };
}

/** An empty cursor counts as absent. */
function readPageRequest(
	vault: Vault,
	binding: CursorBinding,
	{ limit, before = "", after = "" }: PageQuery,
): PageRequest {
	if (before !== "" && after !== "") throw new Problem("cursor_invalid", "Send either before or after, not both.");
	if (before !== "") return { limit, beyond: { direction: "before", position: readCursor(vault, binding, before) } };
	if (after !== "") return { limit, beyond: { direction: "after", position: readCursor(vault, binding, after) } };
	return { limit, beyond: undefined };
}
