import '@mantine/core/styles/ScrollArea.layer.css';
import '@mantine/core/styles/Overlay.layer.css';
import '@mantine/core/styles/ModalBase.layer.css';
import '@mantine/core/styles/Modal.layer.css';
import '@mantine/spotlight/styles.layer.css';
import { UnstyledButton } from '@mantine/core';
import { createSpotlight, Spotlight } from '@mantine/spotlight';
import { memo, type RefObject, useCallback, useDeferredValue, useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useNavigate } from 'react-router';
import { type AccessSubject, decideAccess, gatePanel, menuFor } from '@ec/contract/permissions/decide-access';
import type { Location } from '@ec/contract/geography/schemas';
import { findRoute } from '@ec/contract/permissions/pages';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useAccessSubject } from '../../lib/session/session.ts';
import { closeSpotlight, useSpotlightState } from '../shell/HeaderButtons.tsx';
import styles from './GoTo.module.css';
import { helpOf } from '../../domain/help/help-pages.ts';
import { type Found, LEAST_LETTERS, useRecords } from './find-records.ts';
import { useActions } from './use-actions.ts';
import { errorMessage } from '../../lib/http/api-error.ts';
import { api } from '../../lib/http/api.ts';
import { areaPath } from '../../domain/places/area-path.ts';

const KINDS = {
  national: 'Nation',
  region: 'Region',
  state: 'State',
  lga: 'LGA',
  ward: 'Ward',
  polling_unit: 'Polling unit',
};

/** Places of the person's own area (the server sees to that) whose page they may open. */
function usePlaces(query: string, subject: AccessSubject): { items: Found[]; message: string } {
  const [q] = useDebouncedValue(query.trim(), 200);
  const closed = decideAccess(subject, {});
  const asked = closed.allowed && q.length >= LEAST_LETTERS;
  const places = useQuery({
    queryKey: ['locations', 'search', q],
    queryFn: ({ signal }) => api.call('GET /locations', { query: { q, pageSize: 8 }, signal }),
    enabled: asked,
    placeholderData: keepPreviousData,
    staleTime: 60_000,
  });
  const items = asked ? (places.data?.locations ?? []).flatMap((location) => toPlace(location, subject)) : [];
  if (places.error) return { items, message: errorMessage(places.error) };
  if (!closed.allowed) return { items, message: gatePanel(closed).lines[0] ?? '' };
  if (asked && places.isFetching) return { items, message: 'Searching…' };
  return { items, message: asked ? 'No screen or place of that name.' : 'Type at least two letters to find a place.' };
}

function toPlace(location: Location, subject: AccessSubject): Found[] {
  const path = areaPath(location);
  const route = path ? findRoute(path) : undefined;
  if (!path || !route || !decideAccess(subject, route).allowed) return [];
  const above = location.chain
    .slice(2, -1)
    .map((link) => link.name)
    .reverse();
  return [{ path, name: location.name, description: [KINDS[location.type], location.code, ...above].join(' · ') }];
}

/** Everybody's, though no menu holds them. */
const OWN: readonly Found[] = [
  { path: '/account', name: 'Your account', description: 'Password, two-step sign-in, sessions' },
  { path: '/notifications', name: 'Notifications', description: 'Read, unread and older' },
  { path: '/help', name: 'Help', description: 'One page for each screen' },
];

/** True where the text holds every word of the query, in any order. */
function holds(text: string, query: string): boolean {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  return words.every((word) => text.toLowerCase().includes(word));
}

/** Pages of help that are shown: each entry costs a slow device milliseconds at each key. */
const MOST_HELP = 5;

/** The person's screens whose name, title or group holds the query, and the help about them once enough is typed. */
function screensFor(subject: AccessSubject, query: string): { screens: Found[]; help: Found[] } {
  const menu = menuFor(subject).map(({ path, label, title, group }) => ({
    path,
    name: label,
    title,
    description: group,
  }));
  const all = [...menu, ...OWN.map((own) => ({ ...own, title: '' }))];
  const help = all.map(({ path, name }) => ({
    path: `/help/${helpOf(path) ?? 'help'}`,
    name: `Help: ${name}`,
    description: 'How the screen works',
  }));
  const enough = query.trim().length >= LEAST_LETTERS;
  return {
    screens: all.filter(({ name, title, description }) => holds(`${name} ${title} ${description}`, query)),
    help: enough ? help.filter(({ name }) => holds(name, query)).slice(0, MOST_HELP) : [],
  };
}

interface Listed {
  label: string;
  description: string;
  /** Where it leads; absent for what `run` does. */
  to?: string;
  run?: () => void;
}

const toEntry = ({ path, name, description }: Found): Listed => ({ to: path, label: name, description });

const { classes } = Spotlight.Action;
const [store, kit] = createSpotlight();

/**
 * An entry of the list, which keys of the search field choose. The kit's own draws all entries twice at each key: it reads the state that
 * each key changes.
 */
const Entry = memo(({ label, description, to, run, onGo }: Listed & { onGo: (to: string) => void }) => (
  <UnstyledButton
    data-action
    tabIndex={-1}
    className={classes['action'] ?? ''}
    // The search field keeps the focus.
    onMouseDown={(event) => event.preventDefault()}
    onClick={() => {
      if (to !== undefined) onGo(to);
      run?.();
      kit.close();
    }}
  >
    <span className={classes['actionBody']}>
      <span className={classes['actionLabel']}>{label}</span>
      <span className={classes['actionDescription']}>{description}</span>
    </span>
  </UnstyledButton>
));

/** What the query finds, in groups; the list around it is where keys of the search field choose. */
const Entries = memo(({ query, list }: { query: string; list: RefObject<HTMLDivElement | null> }) => {
  const navigate = useNavigate();
  const subject = useAccessSubject();
  const { screens, help } = screensFor(subject, query);
  const records = useRecords(query);
  const actions = useActions().filter(({ label, description }) => holds(`${label} ${description}`, query));
  const places = usePlaces(query, subject);

  const listed = useRef(query);
  // Another query selects the first of what it finds. What the server finds comes later, also before what is selected.
  useEffect(() => {
    const entries = [...(list.current?.querySelectorAll('[data-action]') ?? [])];
    const at = entries.findIndex((entry) => entry.hasAttribute('data-selected'));
    const selected = query !== '' && (at < 0 || listed.current !== query) ? 0 : at;
    listed.current = query;
    entries[at]?.removeAttribute('data-selected');
    entries[selected]?.setAttribute('data-selected', 'true');
    if (store.getState().selected !== selected) store.updateState((state) => ({ ...state, selected }));
  });

  const go = useCallback((to: string) => void navigate(to), [navigate]);
  const groups: { label: string; entries: Listed[] }[] = [
    { label: 'Screens', entries: screens.map(toEntry) },
    ...records.groups.map(({ label, items }) => ({ label, entries: items.map(toEntry) })),
    { label: 'Places', entries: places.items.map(toEntry) },
    { label: 'Actions', entries: actions },
    { label: 'Help', entries: help.map(toEntry) },
  ];
  const shown = groups.filter(({ entries }) => entries.length > 0);
  return (
    <>
      {shown.map(({ label, entries }) => (
        <Spotlight.ActionsGroup key={label} label={label}>
          {entries.map((entry) => (
            <Entry key={entry.to ?? entry.label} {...entry} onGo={go} />
          ))}
        </Spotlight.ActionsGroup>
      ))}
      {shown.length === 0 && <Spotlight.Empty>{records.searching ? 'Searching…' : places.message}</Spotlight.Empty>}
    </>
  );
});

/** Ctrl/Cmd + K: screens, people, elections, results, places, actions and help, each that the person may open. */
export function GoTo() {
  const open = useSpotlightState((state) => state.open);
  const [query, setQuery] = useState('');
  // A key shows in the field first, and its list after that.
  const deferred = useDeferredValue(query);
  const [hurried, setHurried] = useState('');
  const list = useRef<HTMLDivElement>(null);

  useEffect(() => {
    if (open) kit.open();
  }, [open]);

  return (
    <Spotlight.Root
      store={store}
      query={query}
      onQueryChange={setQuery}
      onSpotlightClose={closeSpotlight}
      shortcut={null}
      scrollable
      maxHeight={420}
      // As of other dialogs; the kit's blurred page behind it is computed anew with each frame.
      overlayProps={{ backgroundOpacity: 0.6 }}
      title="Go to a screen or place"
      classNames={{ header: styles.header ?? '' }}
      centered={false}
    >
      <Spotlight.Search
        placeholder="Screen, person, election, result, place or action"
        aria-label="Go to a screen or place"
        // Enter and the arrows choose from the list of what is typed.
        onKeyDownCapture={({ key }) => {
          if (key === 'Enter' || key.startsWith('Arrow')) flushSync(() => setHurried(query));
        }}
      />
      <Spotlight.ActionsList ref={list}>
        <Entries query={hurried === query ? query : deferred} list={list} />
      </Spotlight.ActionsList>
    </Spotlight.Root>
  );
}
