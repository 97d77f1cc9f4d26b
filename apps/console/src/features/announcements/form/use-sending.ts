import type { ReachRequest } from '@ec/contract/announcements/schemas';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { reachQuery } from '../api.ts';

/** From so many people on, sending is asked about once more. */
const MANY_PEOPLE = 1000;

/** What is to be said before it goes out; `people` is null where they could not be counted. */
export interface Question {
  people: number | null;
  send: () => void;
}

/** What stands between a correct form and its sending: the question before an urgent one or one for many. */
export function useSending() {
  const queryClient = useQueryClient();
  const [question, setQuestion] = useState<Question | null>(null);
  const [counting, setCounting] = useState(false);
  return {
    counting,
    question,
    /** Sends at once, or asks first; where people cannot be counted only what is urgent is asked about. */
    ask: async (audience: ReachRequest, urgent: boolean, send: () => void) => {
      setCounting(true);
      const reach = await queryClient.fetchQuery({ ...reachQuery(audience), retry: false }).catch(() => null);
      setCounting(false);
      if (urgent || (reach?.people ?? 0) >= MANY_PEOPLE) setQuestion({ people: reach?.people ?? null, send });
      else send();
    },
    answered: () => setQuestion(null),
  };
}
