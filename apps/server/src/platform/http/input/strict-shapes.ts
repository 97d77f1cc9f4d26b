import type * as z from 'zod/mini';

type Definition = Readonly<Record<string, unknown>>;

const isSchema = (value: unknown): value is z.core.$ZodType =>
  typeof value === 'object' && value !== null && '_zod' in value;

const definitionOf = (schema: z.core.$ZodType): Definition => schema._zod.def as unknown as Definition;

/** The schemas that stand in a schema's definition, each with the name of its field or part. */
function partsOf(definition: Definition): [name: string, part: z.core.$ZodType][] {
  const getter = definition['getter'];
  const own = typeof getter === 'function' ? { ...definition, inner: (getter as () => unknown)() } : definition;
  return Object.entries(own).flatMap(([name, value]) => {
    if (isSchema(value)) return [[name, value]];
    if (Array.isArray(value))
      return value.flatMap((part, index) =>
        isSchema(part) ? [[`${name}.${index}`, part] as [string, typeof part]] : [],
      );
    if (name !== 'shape') return [];
    return Object.entries(value as Definition).flatMap(([field, part]) =>
      isSchema(part) ? [[field, part] as [string, typeof part]] : [],
    );
  });
}

/** True for an object that does not refuse unknown fields: it drops them, or keeps them unread. */
function isLoose({ type, catchall }: Definition): boolean {
  const refuses = isSchema(catchall) && catchall._zod.def.type === 'never';
  return type === 'object' && !refuses;
}

/** Paths of the objects in a schema, at any depth, that do not refuse unknown fields. A record's keys are data. */
export function looseObjects(schema: z.core.$ZodType): string[] {
  const seen = new Set<z.core.$ZodType>();
  const found: string[] = [];
  const open: [path: string, schema: z.core.$ZodType][] = [['(root)', schema]];
  for (let next = open.pop(); next; next = open.pop()) {
    const [path, current] = next;
    if (seen.has(current)) continue;
    seen.add(current);
    const definition = definitionOf(current);
    if (isLoose(definition)) found.push(path);
    for (const [name, part] of partsOf(definition)) open.push([`${path}.${name}`, part]);
  }
  return found;
}

/** Throws if a schema of input accepts unknown fields: a dropped field would change what the caller requested. */
export function requireStrict(path: string, schemas: Record<string, z.core.$ZodType | undefined>): void {
  for (const [part, schema] of Object.entries(schemas)) {
    const loose = schema ? looseObjects(schema) : [];
    if (loose.length > 0) throw new Error(`${path}: ${part} takes unknown fields at ${loose.join(', ')}`);
  }
}
