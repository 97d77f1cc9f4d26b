import { useRef, useState } from 'react';
import { ApiError, errorMessage } from '../../lib/http/api-error.ts';
import type { FormProblem } from './FormErrorSummary.tsx';
import {
  atFields,
  type FieldNames,
  type Found,
  isClean,
  type Issue,
  NOTHING_FOUND,
  overtakenText,
  ownProblems,
  type Problems,
  refusalsOf,
} from './form-problems.ts';

/** A schema of the contract, by its type alone: what needs no schema loads no validation. */
interface Schema<Body> {
  safeParse(
    data: unknown,
  ):
    | { success: true; data: Body }
    | { success: false; error: { issues: readonly { path: readonly PropertyKey[]; message: string }[] } };
}

/** What a form began with. */
interface Base<V, W> {
  values: V;
  version: W | null;
}

/** A mutation, as far as a form uses it. */
export interface Request<Body, Answer> {
  isPending: boolean;
  reset: () => void;
  mutate: (
    body: Body,
    then: { onSuccess: (answer: Answer) => void; onError: (error: Error) => void; onSettled: () => void },
  ) => void;
}

interface Options<V, Body, Answer, W> extends Partial<FieldNames> {
  /** Begins the ids of the fields. */
  id: string;
  /** The values as they are stored now, or those that a new record begins with. */
  start: V;
  /** What is typed already when the form opens. */
  typed?: Partial<V>;
  /** The stored version; where it moves on while something is typed, the form has a `conflict`. */
  version?: W;
  /** What the summary calls the fields, where their messages alone do not say it. */
  labels?: Readonly<Partial<Record<string, string>>>;
  /** Rules in words of the form's own; they go before those of the schema. */
  check?: (values: V, base: Base<V, W>) => Problems;
  request: Request<Body, Answer>;
  /** What a refusal says of fields, where that takes more than its own list. */
  issues?: (error: Error, values: V) => readonly Issue[];
  /** What could not be done, as title of the summary after a refusal. */
  failed: string | ((error: Error) => string);
  /** Stands between a correct form and its request: a question, which calls `send` to go on. */
  ask?: (send: () => void, values: V) => void;
  /** True while that is on its way. */
  asking?: boolean;
  onDone: (answer: Answer, values: V) => void;
  onRefused?: (error: Error, values: V) => void;
  /** Keeps a draft of what is typed. */
  onChange?: (values: V) => void;
}

/** What is sent: the data of the schema, or the body as it is; null where values that are wrong have none. */
type Contents<V, Body, W> =
  | { schema: Schema<Body>; body: (values: V, base: Base<V, W>) => unknown }
  | { schema?: undefined; body: (values: V, base: Base<V, W>) => Body | null };

export type ServerFormOptions<V, Body, Answer, W> = Options<V, Body, Answer, W> & Contents<V, Body, W>;

/** The fields in which two sets of values differ. */
function differing<V extends object>(a: V, b: V): (keyof V & string)[] {
  return (Object.keys(b) as (keyof V & string)[]).filter((key) => JSON.stringify(a[key]) !== JSON.stringify(b[key]));
}

/** The values that are stored now, with what was typed laid over them. */
export function rebased<V extends object>(values: V, start: V, fresh: V): V {
  return { ...fresh, ...Object.fromEntries(differing(start, values).map((key) => [key, values[key]])) };
}

/** What an input reports: an event, or the value itself. */
function typedIn(input: unknown): unknown {
  if (typeof input !== 'object' || input === null || !('currentTarget' in input)) return input;
  const { currentTarget } = input;
  if (currentTarget instanceof HTMLInputElement && currentTarget.type === 'checkbox') return currentTarget.checked;
  return (currentTarget as { value?: unknown }).value;
}

/** The state of a form: what is typed, what is wrong with it, how it is sent, and what others stored meanwhile. */
export function useServerForm<V extends object, Body, Answer, W extends string | number | null = null>(
  options: ServerFormOptions<V, Body, Answer, W>,
) {
  const { id, start, request, labels = {} } = options;
  const version = options.version ?? null;
  const names: FieldNames = { fields: options.fields ?? Object.keys(start), at: options.at, codes: options.codes };
  const [values, setValues] = useState<V>({ ...start, ...options.typed });
  const [base, setBase] = useState<Base<V, W>>({ values: start, version });
  const [found, setFound] = useState(NOTHING_FOUND);
  // What is wrong with fields that were left; the summary lists only what stood in the way of an attempt.
  const [early, setEarly] = useState<Problems>({});
  const [title, setTitle] = useState<string>();
  const [attempt, setAttempt] = useState(0);
  const inFlight = useRef(false);

  const busy = request.isPending || options.asking === true;
  const changed = differing(base.values, values);
  const overtaken = version !== base.version && !busy;
  const moved = overtaken ? differing(base.values, start) : [];
  const settled = moved.length === 0 || changed.length === 0 || differing(values, start).length === 0;
  if (overtaken && settled) {
    setBase({ values: start, version });
    if (changed.length === 0) setValues(start);
  }

  const begin = (next: V) => {
    setBase({ values: start, version });
    setValues(next);
    setFound(NOTHING_FOUND);
    setEarly({});
  };
  const refuse = (next: Found, because?: string) => {
    setFound(next);
    setTitle(because);
    setAttempt((count) => count + 1);
  };
  /** The request of these values, or what is wrong with them. */
  const read = (of: V): { body: Body } | Found => {
    const own = options.check?.(of, base) ?? {};
    if (!options.schema) {
      const problems = ownProblems(own, names);
      const body = isClean(problems) ? options.body(of, base) : null;
      return body === null ? problems : { body };
    }
    const parsed = options.schema.safeParse(options.body(of, base));
    const issues = parsed.success ? [] : parsed.error.issues;
    const { fields, others } = atFields(
      issues.map(({ path, message }) => ({ path: path.join('.'), message })),
      names,
    );
    const said = ownProblems({ ...fields, ...own }, names);
    // A rule that no field is about refuses as well, where nothing else does.
    const problems = isClean(said) ? { fields: {}, others } : said;
    return parsed.success && isClean(problems) ? { body: parsed.data } : problems;
  };
  const send = (body: Body) => {
    if (inFlight.current) return;
    inFlight.current = true;
    request.mutate(body, {
      onSuccess: (answer) => {
        setBase((old) => ({ ...old, values }));
        options.onDone(answer, values);
      },
      onError: (error) => {
        const failed = typeof options.failed === 'string' ? options.failed : options.failed(error);
        const faster = options.version === undefined ? undefined : overtakenText(error);
        refuse(
          faster === undefined
            ? refusalsOf(error, names, failed, options.issues?.(error, values))
            : { fields: {}, others: [faster] },
          error instanceof ApiError ? failed : errorMessage(error),
        );
        options.onRefused?.(error, values);
      },
      onSettled: () => {
        inFlight.current = false;
      },
    });
  };
  /** What is said of fields, with these checked as they are now. */
  const withNow = (said: Problems, fields: readonly string[], of: V): Problems => {
    const now = read(of);
    return {
      ...said,
      ...Object.fromEntries(fields.map((name) => [name, 'fields' in now ? now.fields[name] : undefined])),
    };
  };
  /** Of fields that were refused: what is right now is no longer marked, and nothing new is. */
  const checkAgain = (refused: Problems, fields: readonly string[], of: V): Problems => {
    const wrong = fields.filter((field) => refused[field] !== undefined);
    return wrong.length === 0 ? refused : withNow(refused, wrong, of);
  };
  /** Takes over what is typed in fields, which can also put others right. */
  const set = (change: Partial<V>, ...others: string[]) => {
    const next = { ...values, ...change };
    const fields = [...Object.keys(change), ...others];
    setValues((old) => ({ ...old, ...change }));
    setFound((old) => ({ ...old, fields: checkAgain(old.fields, fields, next) }));
    setEarly((old) => ({ ...old, ...Object.fromEntries(fields.map((field) => [field, undefined])) }));
    options.onChange?.(next);
  };
  const errors: Problems = Object.fromEntries(
    names.fields.map((field) => [field, found.fields[field] ?? early[field]]),
  );
  const control = (name: keyof V & string) => ({
    id: `${id}-${name}`,
    error: errors[name],
    onChange: (input: unknown) => set({ [name]: typedIn(input) } as Partial<V>),
  });
  const listed = new Set<string>();
  const problems: FormProblem[] = [
    ...found.others.map((message) => ({ message })),
    ...names.fields.flatMap((field) => {
      const said = found.fields[field];
      const message = said !== undefined && labels[field] ? `${labels[field]}: ${said}` : said;
      // One message for several fields is read once, with the way to the first of them.
      if (message === undefined || listed.has(message)) return [];
      listed.add(message);
      return [{ field: `${id}-${field}`, message }];
    }),
  ];

  return {
    values,
    /** What the form began with. */
    base: base.values,
    errors,
    /** The fields in which something else is typed than what the form began with. */
    changed,
    dirty: changed.length > 0,
    busy,
    summary: { problems, attempt, ...(title !== undefined && { title }) },
    fieldId: (field: string) => `${id}-${field}`,
    /** The props of an input. */
    field: <K extends keyof V & string>(name: K) => ({ ...control(name), value: values[name] }),
    /** The props of a checkbox or switch. */
    tick: (name: keyof V & string) => ({ ...control(name), checked: values[name] === true }),
    set,
    /** Checks a field that was left. */
    leave: (name: string) => setEarly((old) => withNow(old, [name], values)),
    /** Checks some fields as an attempt does, such as those of a step; what was refused of others stays. */
    checkFields: (checked: readonly string[]): boolean => {
      const fields = withNow(found.fields, checked, values);
      const right = checked.every((name) => fields[name] === undefined);
      (right ? setFound : refuse)({ fields, others: [] });
      return right;
    },
    submit: () => {
      if (busy) return;
      const result = read(values);
      if (!('body' in result)) {
        refuse(result);
        return;
      }
      setFound(NOTHING_FOUND);
      setEarly({});
      const go = () => send(result.body);
      if (options.ask) options.ask(go, values);
      else go();
    },
    /** Drops what is typed. */
    restart: () => {
      request.reset();
      // A request that is dropped settles no more.
      inFlight.current = false;
      begin(start);
    },
    /** What others stored while something was typed here: in which fields, and the two ways on. */
    conflict:
      overtaken && !settled
        ? {
            moved,
            keepMine: () => begin(rebased(values, base.values, start)),
            takeTheirs: () => begin(start),
          }
        : null,
  };
}

/** The props of an input. */
interface FieldProps<Value> {
  id: string;
  value: Value;
  error: string | undefined;
  onChange: (input: unknown) => void;
}

/** The part of a form that a group of its fields needs. */
export interface FieldsOf<V> {
  values: V;
  field: <K extends keyof V & string>(name: K) => FieldProps<V[K]>;
}

/** What the frame of a form needs of it. */
export interface FormFrame {
  summary: { problems: readonly FormProblem[]; attempt: number; title?: string };
  dirty: boolean;
  busy: boolean;
  submit: () => void;
}
