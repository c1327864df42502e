/** Texts of constants that are known without running code: literals, templates, concatenations, and the `source` of a literal. */
import { type Node, type Program, type RegExpLiteral, Visitor } from 'oxc-parser';

/** The value of a name; null if unknown. */
export type Constants = (name: string) => Node | null;

export const isRegex = (node: Node): node is RegExpLiteral => node.type === 'Literal' && 'regex' in node;

/** Values of names in each file: its own constants, then unique constants of other files. */
export function constantsOf(programs: readonly Program[]): Constants[] {
  const own = programs.map(declarationsOf);
  const everywhere = new Map<string, Node | null>();
  for (const declared of own)
    for (const [name, node] of declared) everywhere.set(name, everywhere.has(name) ? null : node);
  return own.map((declared) => (name) => declared.get(name) ?? everywhere.get(name) ?? null);
}

function declarationsOf(program: Program): Map<string, Node | null> {
  const declared = new Map<string, Node | null>();
  new Visitor({
    VariableDeclarator({ id, init }) {
      if (id.type === 'Identifier') declared.set(id.name, declared.has(id.name) ? null : init);
    },
  }).visit(program);
  return declared;
}

/** Null if it is unknown before the program runs. */
export function textOf(node: Node, constants: Constants): string | null {
  switch (node.type) {
    case 'Literal':
      return typeof node.value === 'string' || typeof node.value === 'number' ? String(node.value) : null;
    case 'TemplateLiteral':
      return templateText(node.quasis, node.expressions, constants);
    case 'BinaryExpression': {
      const [left, right] = [textOf(node.left, constants), textOf(node.right, constants)];
      return node.operator === '+' && left !== null && right !== null ? left + right : null;
    }
    case 'Identifier': {
      const constant = constants(node.name);
      return constant && textOf(constant, constants);
    }
    case 'TSAsExpression':
      return textOf(node.expression, constants);
    case 'MemberExpression':
      return sourceText(node, constants);
    case 'TaggedTemplateExpression':
      return isRaw(node.tag) ? templateText(node.quasi.quasis, node.quasi.expressions, constants, 'raw') : null;
    default:
      return null;
  }
}

function templateText(
  quasis: readonly { value: { raw: string; cooked: string | null } }[],
  expressions: readonly Node[],
  constants: Constants,
  kind: 'raw' | 'cooked' = 'cooked',
): string | null {
  let text = quasis[0]?.value[kind] ?? '';
  for (const [i, expression] of expressions.entries()) {
    const part = textOf(expression, constants);
    if (part === null) return null;
    text += part + (quasis[i + 1]?.value[kind] ?? '');
  }
  return text;
}

/** `SOME_REGEX.source`. */
function sourceText(node: Extract<Node, { type: 'MemberExpression' }>, constants: Constants): string | null {
  if (node.property.type !== 'Identifier' || node.property.name !== 'source') return null;
  const of = node.object.type === 'Identifier' ? constants(node.object.name) : node.object;
  return of && isRegex(of) ? of.regex.pattern : null;
}

const isRaw = (tag: Node): boolean =>
  tag.type === 'MemberExpression' && tag.property.type === 'Identifier' && tag.property.name === 'raw';
