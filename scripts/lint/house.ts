import path from 'node:path';
import { refusal } from './layers.ts';
import { placeOf, targetOf } from './places.ts';

interface Source {
  value: unknown;
}
interface Importing {
  source?: Source | null;
}
interface RuleContext {
  cwd: string;
  filename: string;
  report(problem: { node: unknown; message: string }): void;
}

const TEST = /\.test\.tsx?$/;

/** Reports imports that the layers forbid; the rules are in layers.ts. */
const layers = {
  create(context: RuleContext) {
    const file = path.relative(context.cwd, context.filename).replaceAll(path.sep, '/');
    if (TEST.test(file)) return {};
    const from = placeOf(file);
    const check = ({ source }: Importing) => {
      if (typeof source?.value !== 'string') return;
      const target = targetOf(file, source.value);
      const message = refusal(from, target === undefined ? undefined : placeOf(target), source.value);
      if (message) context.report({ node: source, message });
    };
    return {
      ImportDeclaration: check,
      ExportNamedDeclaration: check,
      ExportAllDeclaration: check,
      ImportExpression: check,
    };
  },
};

const PLACE_FILES = ['packages/contract/src/geography/location-id.ts', 'apps/server/src/platform/database/places.ts'];
/** Spans of areas (see location-id.ts) that no other number of the product equals; a ward's 10,000 counts only as a divisor. */
const SPANS: readonly unknown[] = [1e7, 1e10, 1e12, 1e13];
const DIVISORS: readonly unknown[] = [...SPANS, 1e4];
const DIVISION = /[\w)] *% *1(?:0{4}|0{7}|0{10}|0{12})\b/;

interface Operation {
  operator: string;
  left: { type: string };
  right: { type: string; value?: unknown };
}

/** Forbids arithmetic on location ids outside the two files that own it: a wrong copy would count a unit in another area. */
const placeArithmetic = {
  create(context: RuleContext) {
    const file = path.relative(context.cwd, context.filename).replaceAll(path.sep, '/');
    if (!/^(apps|packages)\//.test(file) || TEST.test(file) || PLACE_FILES.includes(file)) return {};
    const report = (node: unknown) =>
      context.report({
        node,
        message: 'Arithmetic on ids of places: use location-id.ts, or platform/database/places.ts in SQL.',
      });
    return {
      BinaryExpression(node: Operation) {
        if (node.operator === '%' && DIVISORS.includes(node.right.value)) report(node);
        else if (node.operator === '*' && SPANS.includes(node.right.value)) report(node);
      },
      TemplateElement(node: { value: { raw: string } }) {
        if (DIVISION.test(node.value.raw)) report(node);
      },
    };
  },
};

interface Named {
  type: string;
  name?: string;
}
/** `request`, or `anything.request`; `property` is the name after the dot of a member expression. */
interface Expression extends Named {
  object?: Expression;
  property?: Named;
}
interface Declaring {
  id: { type: string; properties?: { key?: Named }[] };
  init?: Expression | null;
}

const ADDRESS_OF = 'apps/server/src/platform/http/input/request-checks.ts';
const ADDRESS = 'The address of a caller is addressOf(request): what a proxy passed on may be no address.';

const isRequest = ({ type, name, property }: Expression) =>
  /^req(uest)?$/.test((type === 'Identifier' ? name : property?.name) ?? '');

/** Reports `request.ip` outside the one file that validates it. */
const address = {
  create(context: RuleContext) {
    if (path.relative(context.cwd, context.filename).replaceAll(path.sep, '/') === ADDRESS_OF) return {};
    return {
      MemberExpression(node: Expression) {
        if (node.property?.name === 'ip' && node.object && isRequest(node.object))
          context.report({ node, message: ADDRESS });
      },
      VariableDeclarator({ id, init }: Declaring) {
        const taken = id.properties?.find(({ key }) => key?.name === 'ip');
        if (taken && init && isRequest(init)) context.report({ node: id, message: ADDRESS });
      },
    };
  },
};

export default { meta: { name: 'house' }, rules: { layers, 'place-arithmetic': placeArithmetic, address } };
