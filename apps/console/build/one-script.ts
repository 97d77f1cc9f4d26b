import { join } from 'node:path';
import { build } from 'vite';

/**
 * A module with all its imports as one classic script, from a separate build, because it shares no chunk with the pages. `constants` are inserted
 * by name, as JSON. Throws if the module needs a second file.
 */
export async function oneScript(root: string, module: string, constants: Record<string, unknown>): Promise<string> {
  const result = await build({
    root,
    configFile: false,
    logLevel: 'warn',
    publicDir: false,
    define: Object.fromEntries(Object.entries(constants).map(([name, value]) => [name, JSON.stringify(value)])),
    build: { write: false, rolldownOptions: { input: join(root, module), output: { format: 'iife' } } },
  });
  const outputs = Array.isArray(result) ? result : [result];
  const [script, ...more] = outputs.flatMap((each) => ('output' in each ? each.output : []));
  if (script?.type !== 'chunk' || more.length > 0) throw new Error(`${module} is more than one script`);
  return script.code;
}
