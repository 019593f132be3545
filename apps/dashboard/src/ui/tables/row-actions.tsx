import type { Words } from "../../locale/words.ts";
import { Button } from "../button.tsx";
import type { Column } from "./data-table.tsx";

/** The name says what the label is about, since several rows have the same label. */
export type RowAction = readonly [label: string, name: string, onClick: () => void];

/** The buttons of one row, or of one thing in a list. */
export function RowActions({ actions }: { actions: readonly RowAction[] }) {
	return (
		<div class="row-actions">
			{actions.map(([label, name, onClick]) => (
				<Button key={label} label={label} name={name} isSmall onClick={onClick} />
			))}
		</div>
	);
}

/** A column with the buttons of each row; rows without any have an empty cell. */
export function actionColumn<Row>({ shared }: Words, actionsOf: (row: Row) => readonly RowAction[]): Column<Row> {
	return {
		head: shared.actions,
		inCard: "plain",
		cell: (row) => actionsOf(row).length > 0 && <RowActions actions={actionsOf(row)} />,
	};
}
