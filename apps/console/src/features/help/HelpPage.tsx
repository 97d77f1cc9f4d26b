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
import { blocksOf, type HelpBlock, loadHelp, wordsOf } from './texts.ts';

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
