import type { ReachRequest } from '@ec/contract/announcements/schemas';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ConfirmModal } from '../../../components/form/ConfirmModal.tsx';
import { formatCount } from '../../../lib/format/format.ts';
import { useSmsLeaves } from '../../../lib/session/system.ts';
import { reachQuery } from '../api.ts';

/** From so many people on, sending is asked about once more. */
const MANY_PEOPLE = 1000;

/** What is to be said before it goes out; `people` is null where they could not be counted. */
interface Question {
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

interface SendQuestionProps {
  question: Question | null;
  title: string;
  urgent: boolean;
  confirmLabel: string;
  busy: boolean;
  onClose: () => void;
}

/** Says how many it goes to and what it does to them, before it does. */
export function SendQuestion({ question, title, urgent, confirmLabel, busy, onClose }: SendQuestionProps) {
  const smsLeaves = useSmsLeaves();
  const people = question?.people ?? null;
  const many = people === null ? 'everybody it is meant for' : formatCount(people, 'person', 'people');
  return (
    <ConfirmModal
      opened={question !== null}
      onClose={onClose}
      onConfirm={() => question?.send()}
      title={urgent ? 'Send an urgent announcement?' : 'Send it to so many people?'}
      confirmLabel={confirmLabel}
      busy={busy}
    >
      <p style={{ marginTop: 0 }}>
        “<bdi>{title.trim()}</bdi>”
      </p>
      {urgent
        ? `This goes to ${many} and is shown over their console until read. ${smsLeaves ? 'Those who chose so get it by SMS too.' : 'No SMS is sent: no gateway is set up.'}`
        : `This goes to ${many}.`}
    </ConfirmModal>
  );
}
