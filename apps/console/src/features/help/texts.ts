/** The help pages of docs/help, each a file of its own that is loaded when it is opened. */
const FILES = import.meta.glob<string>('../../../../../docs/help/*.md', { query: '?raw', import: 'default' });

const nameOf = (file: string) => /([^/]+)\.md$/.exec(file)?.[1] ?? '';
const LOADERS = new Map(Object.entries(FILES).map(([file, load]) => [nameOf(file), load]));

/** The text of a help page; null where there is none. */
export async function loadHelp(screen: string): Promise<string | null> {
  return (await LOADERS.get(screen)?.()) ?? null;
}

export interface HelpBlock {
  kind: 'heading' | 'list' | 'text';
  lines: string[];
}

/** Headings, paragraphs and lists: all that these pages are written with. */
export function blocksOf(text: string): HelpBlock[] {
  return text
    .trim()
    .split(/\n{2,}/)
    .map((block): HelpBlock => {
      const lines = block.split('\n');
      if (block.startsWith('#')) return { kind: 'heading', lines: [block.replace(/^#+ /, '')] };
      if (lines.every((line) => line.startsWith('- ')))
        return { kind: 'list', lines: lines.map((line) => line.slice(2)) };
      return { kind: 'text', lines: [lines.join(' ')] };
    });
}

export interface HelpWord {
  text: string;
  mark: 'strong' | 'em' | null;
}

/** A line, divided into words in bold, words in italics and the rest. */
export function wordsOf(line: string): HelpWord[] {
  return line
    .split(/(\*\*[^*]+\*\*|\*[^*]+\*)/)
    .filter(Boolean)
    .map((text) =>
      text.startsWith('**')
        ? { text: text.slice(2, -2), mark: 'strong' }
        : text.startsWith('*')
          ? { text: text.slice(1, -1), mark: 'em' }
          : { text, mark: null },
    );
}
