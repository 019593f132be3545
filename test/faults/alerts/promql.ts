import { parser } from "@prometheus-io/lezer-promql";

/** The values of a series, one a minute; `undefined` where the scrape lacked it. */
export interface TimeSeries {
	name: string;
	labels: Record<string, string>;
	values: (number | undefined)[];
}

export interface Sample {
	labels: Record<string, string>;
	value: number;
}

type Node = ReturnType<typeof parser.parse>["topNode"];
type Value = number | Sample[];

/**
 * Evaluates an expression at a minute of the series, as far as our alerts need PromQL: selectors, rate, sum, min and max,
 * arithmetic, comparisons that filter, and `or`. `npm run lab -- alerts` compares it with Prometheus.
 *
 * @throws Error at any other syntax
 */
export function evaluate(expression: string, series: readonly TimeSeries[], minute: number): Sample[] {
	const value = evaluateNode(parser.parse(expression).topNode, { expression, series, minute });
	if (typeof value === "number") throw new Error(`${expression} is a number, no condition.`);
	return value;
}

interface Context {
	expression: string;
	series: readonly TimeSeries[];
	minute: number;
}

function evaluateNode(node: Node, context: Context): Value {
	switch (node.name) {
		case "PromQL":
		case "ParenExpr":
			return evaluateNode(only(node), context);
		case "NumberDurationLiteral":
			return Number(textOf(node, context));
		case "VectorSelector":
			return selected(node, context).flatMap(({ labels, values }) => {
				const value = values[context.minute];
				return value === undefined ? [] : [{ labels, value }];
			});
		case "FunctionCall":
			return rate(node, context);
		case "AggregateExpr":
			return aggregate(node, context);
		case "BinaryExpr":
			return combine(node, context);
		default:
			return refuse(node, context);
	}
}

const operations: Record<string, (left: number, right: number) => number> = {
	Mul: (left, right) => left * right,
	Div: (left, right) => left / right,
};

const comparisons: Record<string, (left: number, right: number) => boolean> = {
	Gtr: (left, right) => left > right,
	Lss: (left, right) => left < right,
	Eql: (left, right) => left === right,
};

function combine(node: Node, context: Context): Value {
	const [leftNode, operator, rightNode, ...others] = childrenOf(node);
	if (leftNode === undefined || operator === undefined || rightNode === undefined || others.length > 0) {
		return refuse(node, context);
	}
	const left = evaluateNode(leftNode, context);
	const right = evaluateNode(rightNode, context);
	if (operator.name === "Or" && typeof left === "object" && typeof right === "object") {
		const known = new Set(left.map(({ labels }) => keyOf(labels)));
		return [...left, ...right.filter(({ labels }) => !known.has(keyOf(labels)))];
	}
	const operation = operations[operator.name];
	if (operation !== undefined) {
		if (typeof left === "number" && typeof right === "number") return operation(left, right);
		if (typeof left === "number") return refuse(node, context);
		return left.flatMap(({ labels, value }) => {
			const other = typeof right === "number" ? right : partnerOf(labels, right);
			return other === undefined ? [] : [{ labels, value: operation(value, other) }];
		});
	}
	const comparison = comparisons[operator.name];
	if (comparison === undefined || typeof left === "number" || typeof right !== "number") return refuse(node, context);
	return left.filter(({ value }) => comparison(value, right));
}

function partnerOf(labels: Sample["labels"], samples: Sample[]): number | undefined {
	return samples.find((one) => keyOf(one.labels) === keyOf(labels))?.value;
}

const aggregates: Record<string, (values: number[]) => number> = {
	Sum: (values) => values.reduce((total, value) => total + value, 0),
	Min: (values) => Math.min(...values),
	Max: (values) => Math.max(...values),
};

function aggregate(node: Node, context: Context): Sample[] {
	const operator = node.getChild("AggregateOp");
	const body = node.getChild("FunctionCallBody");
	const modifier = node.getChild("AggregateModifier");
	const fold = operator && aggregates[only(operator).name];
	if (!fold || !body || (modifier && !modifier.getChild("By"))) return refuse(node, context);
	const samples = evaluateNode(only(body), context);
	if (typeof samples === "number") return refuse(node, context);
	const kept = modifier?.getChild("GroupingLabels")?.getChildren("LabelName") ?? [];
	const names = kept.map((name) => textOf(name, context));
	const groups = Map.groupBy(samples, ({ labels }) => keyOf(pick(labels, names)));
	return [...groups.values()].map((group) => ({
		labels: pick(group[0]?.labels ?? {}, names),
		value: fold(group.map(({ value }) => value)),
	}));
}

/** The increase a second between the first and the last value of the window, which Prometheus extrapolates a little. */
function rate(node: Node, context: Context): Sample[] {
	const [identifier, body] = childrenOf(node);
	const matrix = body && only(body);
	const minutes = matrix && /\[(\d+)m\]$/.exec(textOf(matrix, context))?.[1];
	const selector = matrix?.getChild("VectorSelector");
	if (!identifier?.getChild("Rate") || !minutes || !selector) return refuse(node, context);
	return selected(selector, context).flatMap(({ labels, values }) => {
		const window = values
			.map((value, minute) => ({ minute, value }))
			.slice(Math.max(0, context.minute - Number(minutes)), context.minute + 1)
			.filter((one): one is { minute: number; value: number } => one.value !== undefined);
		const [first, last] = [window[0], window.at(-1)];
		if (first === undefined || last === undefined || first === last) return [];
		if (last.value < first.value) throw new Error("A counter went back.");
		return [{ labels, value: (last.value - first.value) / (60 * (last.minute - first.minute)) }];
	});
}

function selected(node: Node, context: Context): TimeSeries[] {
	const [identifier, matchers, ...others] = childrenOf(node);
	if (identifier?.name !== "Identifier" || others.length > 0) return refuse(node, context);
	const name = textOf(identifier, context);
	const conditions = (matchers === undefined ? [] : childrenOf(matchers)).map((matcher) => condition(matcher, context));
	return context.series.filter((one) => one.name === name && conditions.every((holds) => holds(one.labels)));
}

function condition(matcher: Node, context: Context): (labels: Record<string, string>) => boolean {
	const [label, operator, text] = childrenOf(matcher).map((node) => textOf(node, context));
	if (matcher.name !== "UnquotedLabelMatcher" || label === undefined || text === undefined) {
		return refuse(matcher, context);
	}
	const wanted = JSON.parse(text) as string;
	const pattern = new RegExp(`^(?:${wanted})$`);
	switch (operator) {
		case "=":
			return (labels) => (labels[label] ?? "") === wanted;
		case "=~":
			return (labels) => pattern.test(labels[label] ?? "");
		case "!~":
			return (labels) => !pattern.test(labels[label] ?? "");
		default:
			return refuse(matcher, context);
	}
}

function refuse(node: Node, context: Context): never {
	throw new Error(`This part of an expression is not known here: ${textOf(node, context)}`);
}

function childrenOf(node: Node): Node[] {
	const children: Node[] = [];
	for (let child = node.firstChild; child !== null; child = child.nextSibling) children.push(child);
	return children;
}

function only(node: Node): Node {
	const [child, ...others] = childrenOf(node);
	if (child === undefined || others.length > 0) throw new Error(`${node.name} has ${others.length} parts too many.`);
	return child;
}

function textOf({ from, to }: Node, { expression }: Context): string {
	return expression.slice(from, to);
}

function pick(labels: Record<string, string>, names: string[]): Record<string, string> {
	return Object.fromEntries(names.flatMap((name) => (labels[name] === undefined ? [] : [[name, labels[name]]])));
}

function keyOf(labels: Record<string, string>): string {
	return JSON.stringify(Object.entries(labels).toSorted());
}
