export const terminal = { title: "Virtual terminal" };
