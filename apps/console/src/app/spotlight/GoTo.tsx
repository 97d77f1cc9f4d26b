import '@mantine/core/styles/ScrollArea.layer.css';
import '@mantine/core/styles/Overlay.layer.css';
import '@mantine/core/styles/ModalBase.layer.css';
import '@mantine/core/styles/Modal.layer.css';
import '@mantine/spotlight/styles.layer.css';
import { Spotlight, spotlight } from '@mantine/spotlight';
import { useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { useAccessSubject } from '../../lib/session/session.ts';
import { closeSpotlight, useSpotlightState } from '../shell/SpotlightButton.tsx';
import styles from './GoTo.module.css';
import { usePlaces } from './use-places.ts';
import { helpOf } from '../../domain/help/help-pages.ts';
import { LEAST_LETTERS, useRecords } from './find-records.ts';
import { useActions } from './use-actions.ts';
import { type AccessSubject, menuFor } from '@ec/contract/permissions/decide-access';

interface Screen {
  path: string;
  label: string;
  group: string;
}

/** Everybody's, though no menu holds them. */
const OWN: readonly Screen[] = [
  { path: '/account', label: 'Your account', group: 'Password, two-step sign-in, sessions' },
  { path: '/notifications', label: 'Notifications', group: 'Read, unread and older' },
  { path: '/help', label: 'Help', group: 'One page for each screen' },
];

/** True where the text holds every word of the query, in any order. */
function holds(text: string, query: string): boolean {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  return words.every((word) => text.toLowerCase().includes(word));
}

/** Pages of help that are shown: each entry costs a slow device milliseconds at each key. */
const MOST_HELP = 5;

/** The person's screens whose name or group holds the query, and the help about them once enough is typed. */
function screensFor(subject: AccessSubject, query: string): { screens: Screen[]; help: Screen[] } {
  const all = [...menuFor(subject), ...OWN];
  const help = all.map(({ path, label }) => ({
    path: `/help/${helpOf(path) ?? 'help'}`,
    label: `Help: ${label}`,
    group: 'How the screen works',
  }));
  return {
    screens: all.filter(({ label, group }) => holds(`${label} ${group}`, query)),
    help:
      query.trim().length < LEAST_LETTERS ? [] : help.filter(({ label }) => holds(label, query)).slice(0, MOST_HELP),
  };
}

/** Ctrl/Cmd + K: screens, people, elections, results, places, actions and help, each that the person may open. */
export function GoTo() {
  const open = useSpotlightState((state) => state.open);
  const [query, setQuery] = useState('');
  const navigate = useNavigate();
  const subject = useAccessSubject();
  const { screens, help } = screensFor(subject, query);
  const records = useRecords(query);
  const actions = useActions().filter(({ label, description }) => holds(`${label} ${description}`, query));
  const places = usePlaces(query, subject);

  useEffect(() => {
    if (open) spotlight.open();
  }, [open]);

  const list = useRef<HTMLDivElement>(null);
  // The kit selects the first of what stands there when the query changes; what the server finds comes later.
  useEffect(() => {
    if (query === '' || list.current?.querySelector('[data-selected]')) return;
    list.current?.querySelector('[data-action]')?.setAttribute('data-selected', 'true');
  });

  const found = [screens, records.groups, places.items, actions, help];
  const nothing = found.every(({ length }) => length === 0);
  return (
    <Spotlight.Root
      query={query}
      onQueryChange={setQuery}
      onSpotlightClose={closeSpotlight}
      shortcut={null}
      scrollable
      maxHeight={420}
      title="Go to a screen or place"
      classNames={{ header: styles.header ?? '' }}
      centered={false}
    >
      <Spotlight.Search
        placeholder="Screen, person, election, result, place or action"
        aria-label="Go to a screen or place"
      />
      <Spotlight.ActionsList ref={list}>
        {screens.length > 0 && (
          <Spotlight.ActionsGroup label="Screens">
            {screens.map((screen) => (
              <Spotlight.Action
                key={screen.path}
                label={screen.label}
                description={screen.group}
                onClick={() => void navigate(screen.path)}
              />
            ))}
          </Spotlight.ActionsGroup>
        )}
        {records.groups.map(({ label, items }) => (
          <Spotlight.ActionsGroup key={label} label={label}>
            {items.map(({ path, name, description }) => (
              <Spotlight.Action key={path} label={name} description={description} onClick={() => void navigate(path)} />
            ))}
          </Spotlight.ActionsGroup>
        ))}
        {places.items.length > 0 && (
          <Spotlight.ActionsGroup label="Places">
            {places.items.map((place) => (
              <Spotlight.Action
                key={place.path}
                label={place.name}
                description={place.description}
                onClick={() => void navigate(place.path)}
              />
            ))}
          </Spotlight.ActionsGroup>
        )}
        {actions.length > 0 && (
          <Spotlight.ActionsGroup label="Actions">
            {actions.map(({ label, description, run }) => (
              <Spotlight.Action key={label} label={label} description={description} onClick={run} />
            ))}
          </Spotlight.ActionsGroup>
        )}
        {help.length > 0 && (
          <Spotlight.ActionsGroup label="Help">
            {help.map(({ path, label, group }) => (
              <Spotlight.Action key={path} label={label} description={group} onClick={() => void navigate(path)} />
            ))}
          </Spotlight.ActionsGroup>
        )}
        {nothing && <Spotlight.Empty>{records.searching ? 'Searching…' : places.message}</Spotlight.Empty>}
      </Spotlight.ActionsList>
    </Spotlight.Root>
  );
}
