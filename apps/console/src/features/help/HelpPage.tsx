import { decideAccess } from '@ec/contract/permissions/decide-access';
import { type ConsoleRoute, ROUTES } from '@ec/contract/permissions/pages';
import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from 'react-router';
import { EmptyState } from '../../components/page/EmptyState.tsx';
import { ErrorView } from '../../components/page/ErrorView.tsx';
import { Page } from '../../components/page/Page.tsx';
import { Panel } from '../../components/page/Panel.tsx';
import { helpOf } from '../../domain/help/help-pages.ts';
import { useAccessSubject } from '../../lib/session/session.ts';

/** The help pages of docs/help, each a file of its own that is loaded when it is opened. */
const FILES = import.meta.glob<string>('../../../../../docs/help/*.md', { query: '?raw', import: 'default' });

const nameOf = (file: string) => /([^/]+)\.md$/.exec(file)?.[1] ?? '';
const LOADERS = new Map(Object.entries(FILES).map(([file, load]) => [nameOf(file), load]));

/** The text of a help page; null where there is none. */
export async function loadHelp(screen: string): Promise<string | null> {
  return (await LOADERS.get(screen)?.()) ?? null;
}

interface HelpBlock {
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

interface HelpWord {
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

/** Help about one screen, and the list of all that the reader can open. */
export function HelpPage() {
  const { screen = 'help' } = useParams();
  const help = useQuery({
    queryKey: ['help', screen],
    queryFn: () => loadHelp(screen),
    staleTime: Number.POSITIVE_INFINITY,
  });
  const [head, ...blocks] = help.data ? blocksOf(help.data) : [];
  const subject = head?.kind === 'heading' ? head.lines.join('') : '';
  return (
    <Page title={subject === '' || screen === 'help' ? 'Help' : `Help: ${subject}`}>
      <Panel>
        {help.error ? (
          <ErrorView title="The help page could not be loaded" error={help.error} onRetry={help.refetch} />
        ) : help.data === undefined ? (
          <Skeleton height={120} />
        ) : help.data === null ? (
          <EmptyState title="There is no help page of this name." />
        ) : (
          <div className="stack">
            {blocks.map((block) => (
              <Block key={block.lines.join('\n')} block={block} />
            ))}
          </div>
        )}
      </Panel>
      <Contents current={screen} />
    </Page>
  );
}

function Block({ block: { kind, lines } }: { block: HelpBlock }) {
  if (kind === 'list') {
    return (
      <ul className="bullets">
        {lines.map((line) => (
          <li key={line}>
            <Line text={line} />
          </li>
        ))}
      </ul>
    );
  }
  const text = lines.join(' ');
  return kind === 'heading' ? (
    <h2 className="title">{text}</h2>
  ) : (
    <p>
      <Line text={text} />
    </p>
  );
}

function Line({ text }: { text: string }) {
  return wordsOf(text).map(({ text: words, mark }) => {
    if (mark === 'strong') return <strong key={words}>{words}</strong>;
    return mark === 'em' ? <em key={words}>{words}</em> : words;
  });
}

function Contents({ current }: { current: string }) {
  const subject = { ...useAccessSubject(), electionMode: true };
  const open = ROUTES.filter((route: ConsoleRoute) => decideAccess(subject, route).allowed);
  const pages = new Map(
    open.flatMap(({ path, title }: ConsoleRoute) => {
      const screen = helpOf(path);
      return screen ? [[screen, screen === 'places' ? 'Pages of one place' : title] as const] : [];
    }),
  );
  if (pages.has('elections')) {
    pages.set('ballot', 'Ballot');
    pages.set('readiness', 'Readiness');
  }
  return (
    <Panel title="All help pages">
      <ul className="bullets">
        {[...pages].map(([screen, title]) => (
          <li key={screen}>
            <Link to={`/help/${screen}`} className="act" aria-current={screen === current ? 'page' : undefined}>
              {title}
            </Link>
          </li>
        ))}
      </ul>
    </Panel>
  );
}
