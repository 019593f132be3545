import { Fragment } from "preact";

/** A longer word may break anywhere: otherwise it would set the width of a table's column. */
const longestWholeWord = 24;

/** Returns the pieces between which a text may break; amounts have spaces that do not break. */
export function piecesOf(text: string): string[] {
	return text.split(text.includes("@") ? /(?<=[ @])|(?=\.)/ : /(?<=[ -])/);
}

/** Text of other people, such as a name or an email address. An address breaks after `@` and before a point only. */
export function Breakable({ text }: { text: string }) {
	const pieces = piecesOf(text);
	return (
		<bdi class="words">
			{text !== "" &&
				pieces.map((piece, place) => (
					<Fragment key={place}>
						{place > 0 && <wbr />}
						{piece.length > longestWholeWord ? <span class="long-word">{piece}</span> : piece}
					</Fragment>
				))}
		</bdi>
	);
}
