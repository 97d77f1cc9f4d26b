import { useEffect, useRef, useState } from 'react';

interface Then<Answer> {
  onSuccess: (answer: Answer) => void;
  onError: (error: Error) => void;
  onSettled: () => void;
}

/**
 * A request of a form before sign-in, where the query client is not loaded yet: as a mutation of it, as far as a form uses one. A request that was
 * dropped or whose form is gone settles no more.
 */
export function useRequest<Body, Answer>(send: (body: Body) => Promise<Answer>) {
  const [isPending, setPending] = useState(false);
  const turn = useRef(0);
  useEffect(
    () => () => {
      turn.current++;
    },
    [],
  );
  return {
    isPending,
    reset: () => {
      turn.current++;
      setPending(false);
    },
    mutate: (body: Body, { onSuccess, onError, onSettled }: Then<Answer>) => {
      const own = ++turn.current;
      const settle = (report: () => void) => {
        if (own !== turn.current) return;
        setPending(false);
        report();
        onSettled();
      };
      setPending(true);
      send(body).then(
        (answer) => settle(() => onSuccess(answer)),
        (error: Error) => settle(() => onError(error)),
      );
    },
  };
}
