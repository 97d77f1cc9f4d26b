import { Button } from '@mantine/core';
import { useEffect } from 'react';
import { latePart } from '../../components/page/late-part.tsx';
import { ErrorView } from '../../components/page/ErrorView.tsx';
import { configureFormats } from '../../lib/format/format.ts';
import { FormatsContext, formatsKey } from '../../lib/format/formats-context.ts';
import { CurrentMe, signOut, useMe } from '../../lib/session/session.ts';
import { setSystem } from '../../lib/session/system.ts';
import { useInSteps } from '../../lib/hooks/draw-later.ts';
import { StartUp } from '../StartUp.tsx';
import { Frame } from './Frame.tsx';

const ChangePasswordPage = latePart(
  async () => (await import('../../features/auth/ChangePasswordPage.tsx')).ChangePasswordPage,
  'This page',
  <StartUp />,
);

/** Loads the signed-in user; a required change of password comes before everything else. */
export function SignedIn() {
  const me = useMe();
  const system = me.data?.system;
  useEffect(() => {
    if (!system) return;
    setSystem(system);
    document.documentElement.lang = system.language;
  }, [system]);
  const known = useInSteps(me.data);
  if (!known) {
    if (me.data || !me.error) return <StartUp />;
    return (
      <main>
        <ErrorView title="Your account could not be loaded" error={me.error} onRetry={me.refetch} />
        <div style={{ textAlign: 'center' }}>
          <Button variant="subtle" onClick={signOut}>
            Log out
          </Button>
        </div>
      </main>
    );
  }
  configureFormats(known.system);
  return (
    <CurrentMe value={known}>
      {known.mustChangePassword ? (
        <ChangePasswordPage />
      ) : (
        <FormatsContext value={formatsKey(known.system)}>
          <Frame />
        </FormatsContext>
      )}
    </CurrentMe>
  );
}
