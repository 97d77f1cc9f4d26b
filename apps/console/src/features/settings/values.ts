import { SaveSettingsRequest, Settings, type SettingsAnswer } from '@ec/contract/settings';
import { ALL_FIELDS } from './fields.ts';
import type { SettingField, SettingValue } from './setting-field.ts';

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

/** The settings that a draft changes. */
export function changedFields(base: SettingsAnswer, draft: Draft): SettingField[] {
  return ALL_FIELDS.filter(({ path }) => valueAt(draft, path) !== valueAt(base, path));
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

/** What somebody else saved meanwhile, and what was typed here for the same setting. */
export interface Difference {
  field: SettingField;
  before: SettingValue;
  after: SettingValue;
  /** Undefined where nothing else was typed here. */
  typed: SettingValue | undefined;
}

export function differences(base: SettingsAnswer, latest: SettingsAnswer, draft: Draft): Difference[] {
  return ALL_FIELDS.flatMap((field) => {
    const [before, after, typed] = [base, latest, draft].map((each) => valueAt(each, field.path));
    if (before === undefined || after === undefined || before === after) return [];
    return [{ field, before, after, typed: typed === before || typed === after ? undefined : typed }];
  });
}

/** What was typed, laid over what holds now: changes stay, the rest follows. */
export function rebased(base: SettingsAnswer, latest: SettingsAnswer, draft: Draft): Draft {
  const next = draftOf(latest);
  for (const { path } of changedFields(base, draft)) {
    const keys = path.split('.');
    const last = keys.pop() ?? '';
    let group = next as unknown as Record<string, unknown>;
    for (const key of keys) group = group[key] as Record<string, unknown>;
    group[last] = valueAt(draft, path);
  }
  return next;
}
