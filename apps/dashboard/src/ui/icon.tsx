/** Lines of 2 px on a field of 24, drawn in the colour of the text around them. */
const drawings = {
	overview: "M4 20V10M10 20V4M16 20v-7M22 20H2",
	transactions: "M3 8h15l-4-4M21 16H6l4 4",
	terminal: "M2 6h20v12H2zM2 10h20M6 15h4",
	link: "M10 14a4 4 0 0 0 6 0l3-3a4 4 0 0 0-6-6l-1 1M14 10a4 4 0 0 0-6 0l-3 3a4 4 0 0 0 6 6l1-1",
	wallet: "M3 6v12a2 2 0 0 0 2 2h16V8H5a2 2 0 0 1 0-4h13v4M17 14h.01",
	settlements: "M3 10 12 4l9 6zM5 10v8M10 10v8M14 10v8M19 10v8M3 20h18",
	disputes: "M5 21V4h13l-3 4 3 4H5",
	customers: "M9 11a4 4 0 1 0 0-8 4 4 0 0 0 0 8ZM2 21a7 7 0 0 1 14 0M16 4a4 4 0 0 1 0 7M19 21a7 7 0 0 0-3-5.7",
	plans: "M12 3 3 8l9 5 9-5zM3 12l9 5 9-5M3 16l9 5 9-5",
	subscriptions:
		"M20 11a8 8 0 0 0-14.3-4L3 9.500M3 4v5.500h5.500M4 13a8 8 0 0 0 14.300 4l2.700-2.500M21 20v-5.500h-5.500",
	settings:
		"M4 6h10M18 6h2M4 12h2M10 12h10M4 18h10M18 18h2M16 4a2 2 0 1 0 0 4 2 2 0 0 0 0-4ZM8 10a2 2 0 1 0 0 4 2 2 0 0 0 0-4ZM16 16a2 2 0 1 0 0 4 2 2 0 0 0 0-4Z",
	developers: "M8 6l-6 6 6 6M16 6l6 6-6 6",
	staff: "M12 11a4 4 0 1 0 0-8 4 4 0 0 0 0 8ZM4 21a8 8 0 0 1 16 0",
	audit: "M6 3h9l4 4v14H6zM15 3v4h4M9 12h7M9 16h7",
	more: "M5 12h.01M12 12h.01M19 12h.01",
	check: "m5 13 4 4L19 7",
	cross: "M6 6l12 12M18 6 6 18",
	clock: "M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18ZM12 7v5l3 2",
	alert: "M12 3 2 20h20zM12 10v4M12 17h.01",
	lock: "M5 11h14v10H5zM8 11V7a4 4 0 0 1 8 0v4",
	empty: "M3 13l3-8h12l3 8v6H3zM3 13h5l1.500 3h5l1.500-3h5",
	search: "M11 18a7 7 0 1 0 0-14 7 7 0 0 0 0 14ZM16 16l5 5",
	download: "M12 4v11M7 11l5 5 5-5M4 20h16",
	back: "M15 5l-7 7 7 7",
	forward: "m9 5 7 7-7 7",
	undo: "M9 14 4 9l5-5M4 9h10a6 6 0 0 1 0 12h-3",
} as const;

export type IconName = keyof typeof drawings;

export function Icon({ name }: { name: IconName }) {
	return (
		<svg class="icon" viewBox="0 0 24 24" width="20" height="20" aria-hidden="true" focusable="false">
			<path d={drawings[name]} />
		</svg>
	);
}
