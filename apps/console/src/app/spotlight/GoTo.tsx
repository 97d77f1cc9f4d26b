import '@mantine/core/styles/ScrollArea.layer.css';
import '@mantine/core/styles/Overlay.layer.css';
import '@mantine/core/styles/ModalBase.layer.css';
import '@mantine/core/styles/Modal.layer.css';
import '@mantine/spotlight/styles.layer.css';
import { Spotlight, spotlight } from '@mantine/spotlight';
import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router';
import { useAccessSubject } from '../../lib/session/session.ts';
import { closeSpotlight, useSpotlightState } from '../shell/SpotlightButton.tsx';
import styles from './GoTo.module.css';
import { usePlaces } from './use-places.ts';
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
];

/** The person's screens whose name or group holds every word of the query. */
function screensFor(subject: AccessSubject, query: string): Screen[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  return [...menuFor(subject), ...OWN].filter((screen) => {
    const text = `${screen.label} ${screen.group}`.toLowerCase();
    return words.every((word) => text.includes(word));
  });
}

/** Ctrl/Cmd + K: any screen and any place that the person may open. */
export function GoTo() {
  const open = useSpotlightState((state) => state.open);
  const [query, setQuery] = useState('');
  const navigate = useNavigate();
  const subject = useAccessSubject();
  const screens = screensFor(subject, query);
  const places = usePlaces(query, subject);

  useEffect(() => {
    if (open) spotlight.open();
  }, [open]);

  const nothing = screens.length === 0 && places.items.length === 0;
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
      <Spotlight.Search placeholder="Go to a screen or place" aria-label="Go to a screen or place" />
      <Spotlight.ActionsList>
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
        {nothing && <Spotlight.Empty>{places.message}</Spotlight.Empty>}
      </Spotlight.ActionsList>
    </Spotlight.Root>
  );
}
