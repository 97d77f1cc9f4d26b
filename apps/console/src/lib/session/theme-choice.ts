import type { Theme } from '@ec/contract/auth/account';
import type { Me } from '@ec/contract/auth/schemas';
import { type MantineColorScheme, useMantineColorScheme } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import { api } from '../http/api.ts';
import { notifyError } from '../hooks/notify.ts';
import { meQuery, useCurrentMe } from './session.ts';
import { useSignedInId } from './session-store.ts';

/** Inputs fade to their new border within a tenth of a second; to stop that, the kit would have the styles of every element computed twice more. */
const AS_IT_IS = { keepTransitions: true };
const SCHEMES: Record<Theme, MantineColorScheme> = { system: 'auto', light: 'light', dark: 'dark' };

/** The colours that this device shows, and the way to choose others for every device of the person. */
export function useThemeChoice(): { theme: Theme; choose: (theme: Theme) => void } {
  const { colorScheme, setColorScheme } = useMantineColorScheme(AS_IT_IS);
  const queryClient = useQueryClient();
  const key = meQuery(useSignedInId()).queryKey;
  const choose = (theme: Theme) => {
    setColorScheme(SCHEMES[theme]);
    // Known here at once: an answer that is overtaken by the next choice must not bring the old colours back.
    queryClient.setQueryData<Me>(key, (me) => me && { ...me, preferences: { theme } });
    api
      .call('PUT /auth/preferences', { body: { theme } })
      .catch((error: unknown) => notifyError(error, 'Your colours could not be kept for your other devices'));
  };
  return { theme: colorScheme === 'auto' ? 'system' : colorScheme, choose };
}

/** Brings the colours that the person has chosen to this device; a person who never chose keeps those of the device. */
export function useChosenTheme(): void {
  const { theme } = useCurrentMe().preferences;
  const { colorScheme, setColorScheme } = useMantineColorScheme(AS_IT_IS);
  const apply = useEffectEvent((chosen: Theme) => {
    if (SCHEMES[chosen] !== colorScheme) setColorScheme(SCHEMES[chosen]);
  });
  useEffect(() => {
    if (theme) apply(theme);
  }, [theme]);
}
