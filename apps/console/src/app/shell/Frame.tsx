import { useDisclosure, useMediaQuery } from '@mantine/hooks';
import { OFFICER_ROLES, type Role } from '@ec/contract/permissions/roles';
import { Suspense, useEffect } from 'react';
import { useLocation } from 'react-router';
import { latePart } from '../../components/page/late-part.tsx';
import { PageHelp } from '../../components/page/page-contexts.ts';
import { StaleBanner } from '../../components/page/StaleBanner.tsx';
import { areMessagesWaiting } from '../../domain/chat/chat-outgoing.ts';
import { PictureGate } from '../../features/pictures/PictureGate.tsx';
import { belowWidth } from '../../lib/device/breakpoints.ts';
import { whenIdle } from '../../lib/device/when-idle.ts';
import { useCurrentMe } from '../../lib/session/session.ts';
import { useSystemName } from '../../lib/session/system.ts';
import { useChosenTheme } from '../../lib/session/theme-choice.ts';
import { Guard } from '../Guard.tsx';
import styles from './Frame.module.css';
import { IdleWarning, NotificationsGate, SpotlightGate, UrgentGate } from './Gates.tsx';
import { Header } from './Header.tsx';
import { toggleMenuWidth, useMenuWidth } from './menu-width.ts';
import { Navigation } from './Navigation.tsx';
import { useLiveSession } from './use-live-session.ts';
import { useDialogFocus, usePageFocus } from './use-shell-focus.ts';

/** Sends chat messages that were not sent before the console was closed, on any page. */
function useWaitingMessages(): void {
  const { id } = useCurrentMe().user;
  useEffect(() => {
    if (!areMessagesWaiting(id)) return;
    // Without network the code cannot be loaded; opening the chats sends them too.
    import('../../features/chat/composer/sending.ts').then(
      ({ startSending }) => startSending(id),
      () => undefined,
    );
  }, [id]);
}

// Loads the print styles after those of the screen.
const PrintHead = latePart(async () => (await import('./PrintHead.tsx')).PrintHead);
const PhoneMenu = latePart(async () => (await import('./PhoneMenu.tsx')).PhoneMenu, 'The menu');
const OutboxBar = latePart(async () => (await import('../../domain/sending/OutboxBar.tsx')).OutboxBar);

const HelpLink = latePart(async () => (await import('./HelpLink.tsx')).HelpLink);

const OFFICERS: ReadonlySet<Role> = new Set(OFFICER_ROLES);

const HELP = <HelpLink />;

/** Left navigation, header and the page. */
export function Frame() {
  const [menuOpen, { toggle, close }] = useDisclosure(false);
  const narrow = useMenuWidth((state) => state.collapsed);
  // Where the menu is behind its button, its items, counts and icons are made when it opens.
  const behindButton = useMediaQuery(belowWidth('lg'), undefined, { getInitialValueInEffect: false });
  const { key } = useLocation();
  const name = useSystemName();
  const { id, role } = useCurrentMe().user;
  useLiveSession();
  useChosenTheme();
  usePageFocus();
  useDialogFocus();
  useWaitingMessages();
  // Opened without a network, it is there.
  useEffect(() => whenIdle(PhoneMenu.preload), []);
  // By the visit and not by its path: the item of the page that is open closes the menu too.
  useEffect(() => close(), [key, close]);

  return (
    <div className={styles.frame} data-narrow={narrow || undefined}>
      <a className={styles.skip} href="#main">
        Skip to content
      </a>
      <header className={styles.top}>
        <div className={styles.brand}>
          <img src="/icon.svg" alt="" width={26} height={26} />
          <span className={styles.name} title={name}>
            {name}
          </span>
        </div>
        <Header menuOpen={menuOpen} onMenu={toggle} />
      </header>
      {!behindButton && (
        <div className={styles.side}>
          <Navigation narrow={narrow} onNarrow={toggleMenuWidth} />
        </div>
      )}
      <main id="main" tabIndex={-1} className={styles.main}>
        <PrintHead />
        <UrgentGate />
        <StaleBanner />
        {OFFICERS.has(role) && <OutboxBar userId={id} />}
        <PageHelp value={HELP}>
          <Suspense>
            <Guard />
          </Suspense>
        </PageHelp>
      </main>
      {menuOpen && <PhoneMenu onClose={close} />}
      <PictureGate />
      <IdleWarning />
      <SpotlightGate />
      <NotificationsGate />
    </div>
  );
}
