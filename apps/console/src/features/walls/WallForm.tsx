import { type StartedWall, StartWallRequest, WALL_HOURS } from '@ec/contract/walls/schemas';
import { Button, Checkbox, Radio, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { useNavigate } from 'react-router';
import { ShortForm } from '../../components/form/ShortForm.tsx';
import { useServerForm } from '../../components/form/use-server-form.ts';
import { keepWallToken, startWall, useWallPage, wallsQuery } from './wall.ts';
import { LEAVING } from './use-leaving.ts';
import styles from './wall-dialog.module.css';

const HOURS = WALL_HOURS.map((hours) => ({ value: String(hours), label: `${hours} hours` }));

/** What a new wall screen is called, how long it runs, and where it opens. */
export function WallForm({ onLinked }: { onLinked: (wall: StartedWall) => void }) {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const page = useWallPage();
  const openHere = (wall: StartedWall, leave: boolean) => {
    keepWallToken(wall.token);
    // The wall itself ends the session: were it ended before, the shell would lead to the sign-in page.
    void navigate(page, { state: leave ? LEAVING : null });
  };
  /** Which of the two buttons sent the form. */
  const here = useRef(true);
  const form = useServerForm({
    id: 'wall',
    start: { name: '', hours: String(WALL_HOURS[0]), leave: true },
    schema: StartWallRequest,
    body: ({ name, hours }) => ({ name, hours: Number(hours) }),
    request: useMutation({
      mutationFn: startWall,
      onSuccess: () => queryClient.invalidateQueries({ queryKey: wallsQuery.queryKey }),
    }),
    failed: 'The wall screen could not be started',
    onDone: (wall, { leave }) => (here.current ? openHere(wall, leave) : onLinked(wall)),
  });
  return (
    <div className={styles.form}>
      <ShortForm label="New wall screen" form={form}>
        <TextInput
          label="Name of the screen"
          description="Where it stands, so that you can distinguish the screens in the list below"
          placeholder="Situation room, left screen"
          maxLength={60}
          required
          data-autofocus
          {...form.field('name')}
        />
        <Radio.Group label="Ends after" {...form.field('hours')}>
          <div className={styles.hours}>
            {HOURS.map(({ value, label }) => (
              <Radio key={value} value={value} label={label} />
            ))}
          </div>
        </Radio.Group>
        <Checkbox
          label="Log me out of this browser"
          description="For Open here: people at the screen then find the wall and nothing else. Untick it only if you go on working in this browser."
          {...form.tick('leave')}
        />
        <div className="row">
          <Button type="submit" loading={form.busy} onClick={() => (here.current = true)}>
            Open here
          </Button>
          <Button
            variant="default"
            disabled={form.busy}
            onClick={() => {
              here.current = false;
              form.submit();
            }}
          >
            Copy a link for another screen
          </Button>
        </div>
      </ShortForm>
    </div>
  );
}
