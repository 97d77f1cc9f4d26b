import { type StartedWall, StartWallRequest, WALL_HOURS } from '@ec/contract/walls/schemas';
import { Button, Checkbox, Radio, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useNavigate } from 'react-router';
import { FormAlert } from '../../components/form/FormAlert.tsx';
import { fieldErrors } from '../../lib/http/api-error.ts';
import { keepWallToken } from './wall.ts';
import { startWall, wallsQuery } from './api.ts';
import { LEAVING } from './use-leaving.ts';
import styles from './wall-dialog.module.css';

const HOURS = WALL_HOURS.map((hours) => ({ value: String(hours), label: `${hours} hours` }));

/** What a new wall screen is called, how long it runs, and where it opens. */
export function WallForm({ onLinked }: { onLinked: (wall: StartedWall) => void }) {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const [name, setName] = useState('');
  const [hours, setHours] = useState(String(WALL_HOURS[0]));
  const [leave, setLeave] = useState(true);
  const [missing, setMissing] = useState<string | undefined>();
  const start = useMutation({
    mutationFn: startWall,
    onSuccess: () => queryClient.invalidateQueries({ queryKey: wallsQuery.queryKey }),
  });
  const problem = missing ?? fieldErrors(start.error)['name'];

  const run = async (then: (wall: StartedWall) => void | Promise<void>) => {
    const request = StartWallRequest.safeParse({ name, hours: Number(hours) });
    setMissing(request.error?.issues[0]?.message);
    if (!request.success) {
      document.getElementById('wall-name')?.focus();
      return;
    }
    try {
      await then(await start.mutateAsync(request.data));
    } catch {
      // The form says what went wrong.
    }
  };
  const openHere = (wall: StartedWall) => {
    keepWallToken(wall.token);
    // The wall itself ends the session: were it ended before, the shell would lead to the sign-in page.
    return navigate('/wall', { state: leave ? LEAVING : null });
  };
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    void run(openHere);
  };

  return (
    <form className={styles.form} aria-label="New wall screen" onSubmit={onSubmit} noValidate>
      {!problem && <FormAlert error={start.error} fallback="The wall screen could not be started" />}
      <TextInput
        id="wall-name"
        label="Name of the screen"
        description="Where it stands, so that the list below tells one from the other"
        placeholder="Situation room, left screen"
        maxLength={60}
        required
        value={name}
        onChange={(event) => {
          setName(event.currentTarget.value);
          setMissing(undefined);
        }}
        error={problem}
        data-autofocus
      />
      <Radio.Group label="Ends after" value={hours} onChange={setHours}>
        <div className={styles.hours}>
          {HOURS.map(({ value, label }) => (
            <Radio key={value} value={value} label={label} />
          ))}
        </div>
      </Radio.Group>
      <Checkbox
        label="Log me out of this browser"
        description="For Open here: whoever stands at the screen then finds the wall and nothing else. Untick it only if you go on working in this browser."
        checked={leave}
        onChange={(event) => setLeave(event.currentTarget.checked)}
      />
      <div className="row">
        <Button type="submit" loading={start.isPending}>
          Open here
        </Button>
        <Button variant="default" disabled={start.isPending} onClick={() => void run(onLinked)}>
          Copy a link for another screen
        </Button>
      </div>
    </form>
  );
}
