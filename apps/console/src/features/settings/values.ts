import { SaveSettingsRequest, Settings, type SettingsAnswer } from '@ec/contract/settings/schemas';
import { ALL_FIELDS, type SettingField, type SettingValue } from './setting-field.ts';

/** Settings while they are typed: a number can be empty, or not one yet. */
type Typed<T> = T extends number
  ? number | string
  : T extends string
    ? string
    : T extends boolean
      ? boolean
      : TypedGroup<T>;
type TypedGroup<T> = { [K in keyof T]: Typed<T[K]> };
export type Draft = TypedGroup<Settings>;

export function draftOf({ general, security, notifications, election }: SettingsAnswer): Draft {
  return structuredClone({ general, security, notifications, election });
}

export function valueAt(settings: Draft | Settings, path: string): SettingValue {
  let found: unknown = settings;
  for (const key of path.split('.')) found = (found as Record<string, unknown>)[key];
  return found as SettingValue;
}

/** What the form holds: each setting by its path. */
export type Values = Readonly<Record<string, SettingValue>>;

export const valuesOf = (settings: SettingsAnswer): Values =>
  Object.fromEntries(ALL_FIELDS.map(({ path }) => [path, valueAt(settings, path)]));

/** The settings as they are stored, with the values of the form in their places. */
export function draftWith(stored: SettingsAnswer, values: Values): Draft {
  const draft = draftOf(stored);
  for (const [path, value] of Object.entries(values)) {
    const keys = path.split('.');
    const last = keys.pop() ?? '';
    let group = draft as unknown as Record<string, unknown>;
    for (const key of keys) group = group[key] as Record<string, unknown>;
    group[last] = value;
  }
  return draft;
}

/** What is wrong with a draft, by path, in the words of the contract. */
export function problemsOf(draft: Draft): Record<string, string> {
  const read = Settings.safeParse(draft);
  const issues = read.success ? [] : read.error.issues;
  return Object.fromEntries(issues.toReversed().map(({ path, message }) => [path.join('.'), message]));
}

/** The draft as the server takes it, over the version that it began with; only of a draft without problems. */
export function requestOf(draft: Draft, version: number): SaveSettingsRequest {
  return SaveSettingsRequest.parse({ ...draft, version });
}

/** What another user saved meanwhile, and what was typed here for the same setting. */
export interface Difference {
  field: SettingField;
  before: SettingValue;
  after: SettingValue;
  /** Undefined where nothing else was typed here. */
  typed: SettingValue | undefined;
}

export function differences(base: Values, latest: Values, values: Values): Difference[] {
  return ALL_FIELDS.flatMap((field) => {
    const [before, after, typed] = [base, latest, values].map((each) => each[field.path]);
    if (before === undefined || after === undefined || before === after) return [];
    return [{ field, before, after, typed: typed === before || typed === after ? undefined : typed }];
  });
}
