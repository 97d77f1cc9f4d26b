import { DEFAULT_SETTINGS, Settings } from '@ec/contract/settings/schemas';

type Values = Record<string, unknown>;
type Path = readonly PropertyKey[];

const isGroup = (value: unknown): value is Values =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The stored values over the defaults, group by group: what is not stored, or is no setting, is left to the defaults. */
function overlay(defaults: Values, stored: unknown): Values {
  const given = isGroup(stored) ? stored : {};
  const entries = Object.entries(defaults).map(([key, standard]) => {
    const value = given[key];
    return [key, isGroup(standard) ? overlay(standard, value) : (value ?? standard)];
  });
  return Object.fromEntries(entries) as Values;
}

const read = (values: unknown, path: Path): unknown =>
  path.reduce<unknown>((value, key) => (isGroup(value) ? value[String(key)] : undefined), values);

function restore(values: Values, path: Path): void {
  const group = read(values, path.slice(0, -1));
  const key = String(path.at(-1));
  if (isGroup(group)) group[key] = read(DEFAULT_SETTINGS, path);
}

/**
 * The settings that hold for what is stored. An older version may lack some, and one that was written past the API, or before
 * bounds were narrowed, may be out of bounds: then the default holds for it, and `faults` names it, so that nothing stops.
 */
export function settingsFrom(stored: unknown): { settings: Settings; faults: string[] } {
  const values = overlay(DEFAULT_SETTINGS, stored);
  const parsed = Settings.safeParse(values);
  if (parsed.success) return { settings: parsed.data, faults: [] };
  const faults = parsed.error.issues.map(({ path }) => {
    const fault = `${path.join('.')} cannot be ${JSON.stringify(read(values, path))}`;
    restore(values, path);
    return fault;
  });
  return { settings: Settings.parse(values), faults };
}
