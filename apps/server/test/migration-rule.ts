/** One statement of a migration, with the comment that stands directly before it. */
interface Statement {
  comment: string;
  /** In lower case, without comments; texts and bodies of functions are left out. */
  text: string;
}

const PIECES = /--[^\n]*|\/\*[\s\S]*?\*\/|'(?:[^']|'')*'|(\$\w*\$)[\s\S]*?\1|"[^"]*"|;|[^;'"$\-/]+|./g;

/** The statements of an SQL file; semicolons in texts, comments and bodies of functions end none. */
export function statementsOf(sql: string): Statement[] {
  const statements: Statement[] = [];
  let [comment, text] = ['', ''];
  for (const [piece] of sql.matchAll(PIECES)) {
    if (piece.startsWith('--')) {
      if (text.trim() === '') comment += `${piece.slice(2).trim()}\n`;
    } else if (piece === ';') {
      statements.push({ comment, text: text.trim().replaceAll(/\s+/g, ' ').toLowerCase() });
      [comment, text] = ['', ''];
    } else if (!piece.startsWith('/*')) {
      text += /^['$]./.test(piece) ? `''` : piece;
    }
  }
  if (text.trim() !== '') throw new Error(`The last statement has no end: ${text.trim().slice(0, 80)}`);
  return statements;
}

/** The parts between commas that stand in no parentheses. */
function listed(text: string): string[] {
  const parts = [''];
  let depth = 0;
  for (const sign of text) {
    if (sign === '(') depth += 1;
    if (sign === ')') depth -= 1;
    if (sign === ',' && depth === 0) parts.push('');
    else parts[parts.length - 1] += sign;
  }
  return parts.map((part) => part.trim());
}

const NAME = String.raw`(?:public\.)?("?[\w]+"?)`;
const CREATED = new RegExp(
  String.raw`^create (or replace )?(?:temp(?:orary)? |unlogged |materialized )*(?:table|view|function|procedure|sequence|type|domain)(?: if not exists)? ${NAME}`,
);
const ON_TABLE = new RegExp(
  String.raw`^create (?:or replace )?(?:constraint )?(?:trigger|unique index|index)\b.*? on (?:only )?${NAME}`,
);
const ALTERED = new RegExp(String.raw`^alter table (?:if exists )?(?:only )?${NAME} (.*)$`);
const DROPPED = new RegExp(
  String.raw`^drop (?:table|view|function|procedure|sequence|type|domain|trigger \w+ on)(?: if exists)? ${NAME}`,
);
const REVOKED = new RegExp(String.raw`^revoke .* on (?:table |function )?${NAME}`);
/** Data, words and rights that are added; a limit for waiting. */
const ADDS_ONLY = /^(?:insert into|update|comment on|grant|select|with|set local|analyze)\b/;

/** Why a server of before does not survive this change of a table that it uses; undefined if it does. */
function refusedAction(action: string): string | undefined {
  if (/^validate constraint\b|^enable (?:always |replica )?trigger\b/.test(action)) return undefined;
  const added = /^add column (?:if not exists )?/.exec(action);
  if (!added) return action;
  const withDefault = /\bdefault\b|\bgenerated\b/.test(action);
  if (/\bnot null\b/.test(action) && !withDefault) return `${action}: no default`;
  return /\bunique\b|\bprimary key\b/.test(action) ? action : undefined;
}

/** A check of rows that are there holds the table until all of them are read. */
const readsAllRows = (action: string) =>
  /^add (?:constraint \w+ )?(?:check|foreign key)\b/.test(action) && !/\bnot valid\b/.test(action);

function refusals({ text }: Statement, made: ReadonlySet<string>): string[] {
  const altered = ALTERED.exec(text);
  if (altered) {
    const [, table = '', actions = ''] = altered;
    return made.has(table) ? [] : listed(actions).flatMap((action) => refusedAction(action) ?? []);
  }
  const [, table] = ON_TABLE.exec(text) ?? [];
  if (table !== undefined) return made.has(table) || text.startsWith('create index') ? [] : [text];
  const [, replaced, name] = CREATED.exec(text) ?? [];
  if (name !== undefined) return replaced === undefined || made.has(name) ? [] : [text];
  const [, taken] = DROPPED.exec(text) ?? REVOKED.exec(text) ?? [];
  if (taken !== undefined && made.has(taken)) return [];
  return ADDS_ONLY.test(text) ? [] : [text];
}

/** The number of the migration since whose version no server needs what the statement takes away; with the reason. */
const CONTRACT = /^contract: since (\d{4}) \S.{10,}$/m;

/**
 * What in a migration a server of the version before would not survive, in words; empty if the migration may run while such servers
 * work. The rule is in docs/operations.md ("Expand, deploy, contract").
 */
export function notSurvived(number: number, sql: string): string[] {
  const made = new Set<string>();
  return statementsOf(sql).flatMap((statement) => {
    const found = refusals(statement, made);
    const [, , name] = CREATED.exec(statement.text) ?? [];
    if (name !== undefined) made.add(name);
    const altered = ALTERED.exec(statement.text)?.[2] ?? '';
    const reading = found.length > 0 ? listed(altered).filter(readsAllRows) : [];
    const since = CONTRACT.exec(statement.comment)?.[1];
    if (since === undefined) return found;
    if (Number(since) >= number) return [`contract: since ${since} names no earlier migration`];
    return reading.map((action) => `${action}: not valid is missing`);
  });
}
