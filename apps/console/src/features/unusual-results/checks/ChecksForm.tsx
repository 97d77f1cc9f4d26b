import { ballotOf } from '@ec/contract/elections/parties';
import type { Election } from '@ec/contract/elections/schemas';
import type { EarlierElection } from '@ec/contract/unusual/earlier';
import { ChangeUnusualSettings, type UnusualSettings } from '@ec/contract/unusual/settings';
import { Button, Select } from '@mantine/core';
import { Link } from 'react-router';
import { ConflictNote } from '../../../components/form/ConflictNote.tsx';
import { FieldGroup, Form, FormButtons, FormHint } from '../../../components/form/Form.tsx';
import { LeaveDialog } from '../../../components/form/LeaveDialog.tsx';
import { useServerForm } from '../../../components/form/use-server-form.ts';
import { Panel } from '../../../components/page/Panel.tsx';
import { notifySuccess } from '../../../lib/hooks/notify.ts';
import { CheckFields } from './CheckFields.tsx';
import { type CheckValues, checksOf, readChecks, valuesOf } from './check-values.ts';
import { useSaveSettings } from './checks-api.ts';
import { TrialPanel } from './TrialPanel.tsx';

interface ChecksFormProps {
  settings: UnusualSettings;
  election: Election;
  elections: readonly EarlierElection[];
}

/** Which parties of the ballot the earlier election has not. */
function notCompared(election: Election, earlier: EarlierElection | undefined): string[] {
  if (!earlier) return [];
  return ballotOf(election.parties)
    .slice(0, -1)
    .filter((party) => !earlier.parties.includes(party));
}

/** The checks of an election as a form, with a trial of what is typed. */
export function ChecksForm({ settings, election, elections }: ChecksFormProps) {
  const { electionId, version, can } = settings;
  const start = valuesOf(settings);
  const form = useServerForm<CheckValues, ChangeUnusualSettings, UnusualSettings, number>({
    id: 'checks',
    start,
    version,
    schema: ChangeUnusualSettings,
    at: (path) => path,
    body: (values) => ({
      electionId,
      version,
      checks: checksOf(values),
      earlierId: values.earlierId === '' ? null : values.earlierId,
    }),
    request: useSaveSettings(),
    failed: 'The checks could not be saved',
    onDone: () => notifySuccess('The checks are saved. Markings follow them from now on.'),
  });
  const { conflict, values } = form;
  const { earlierId } = values;
  const missing = notCompared(
    election,
    elections.find(({ id }) => id === earlierId),
  );
  return (
    <>
      <Panel>
        <Form label="Checks of the election" form={form}>
          <ConflictNote
            conflict={conflict}
            who={settings.changedBy?.name}
            did="changed these checks"
            mine="Keep what I typed"
            theirs="Take theirs"
          />
          <CheckFields form={form} fixed={!can.edit} beside={false} />
          <FieldGroup legend="Beside an earlier election">
            <Select
              label="Earlier election"
              description="Each unit is compared with itself in this election."
              clearable
              placeholder="None"
              disabled={!can.edit || elections.length === 0}
              data={elections.map(({ id, name }) => ({ value: id, label: name }))}
              {...form.field('earlierId')}
              value={earlierId === '' ? null : earlierId}
              onChange={(id) => form.set({ earlierId: id ?? '' })}
            />
            {missing.length > 0 && (
              <FormHint news>
                Not compared, because the earlier election has no votes of them: {missing.join(', ')}.
              </FormHint>
            )}
            <div className="acts">
              <Link to="/unusual-results/earlier">Earlier elections</Link>
            </div>
          </FieldGroup>
          <CheckFields form={form} fixed={!can.edit} beside />
          {can.edit ? (
            <FormButtons
              form={form}
              submit="Save the checks"
              blocked={
                conflict ? 'Decide about the other change first.' : form.dirty ? undefined : 'Nothing is changed.'
              }
            />
          ) : (
            <FormHint>You can read the checks of this election, and not change them.</FormHint>
          )}
        </Form>
      </Panel>
      {!can.edit ? null : elections.length > 0 ? (
        <TrialPanel checks={readChecks(values)} earlierId={earlierId} elections={elections} />
      ) : (
        <Panel title="Trial">
          <p>Checks are tried on the results of an earlier election before they are switched on. None is stored yet.</p>
          <Button variant="default" component={Link} to="/unusual-results/earlier">
            Import an earlier election
          </Button>
        </Panel>
      )}
      <LeaveDialog dirty={form.dirty}>The checks that you changed are not saved.</LeaveDialog>
    </>
  );
}
