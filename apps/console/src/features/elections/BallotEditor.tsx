import { type Ballot, BallotPartyRequest, type BallotParty } from '@ec/contract/elections/ballot';
import { KIND_WORDS } from '@ec/contract/constituencies/kinds';
import { OTHERS, PARTIES, partyColour } from '@ec/contract/elections/parties';
import type { Election } from '@ec/contract/elections/schemas';
import { Button, Select, Textarea, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Form, FormButtons, FormHint } from '../../components/form/Form.tsx';
import { LeaveDialog } from '../../components/form/LeaveDialog.tsx';
import { useServerForm } from '../../components/form/use-server-form.ts';
import { Note } from '../../components/page/Note.tsx';
import { capital } from '../../domain/results/labels.ts';
import { ApiError } from '../../lib/http/api-error.ts';
import { notifySuccess } from '../../lib/hooks/notify.ts';
import { constituenciesQuery } from '../../domain/places/ConstituencySelect.tsx';
import { saveBallot, useElectionChange } from './api.ts';
import { BallotRow } from './BallotRow.tsx';
import styles from './ballot.module.css';
import { kindOfType } from './form/form-model.ts';

/** What is wrong with a party as it is typed. */
export function partyProblem(party: BallotParty): string | undefined {
  const read = BallotPartyRequest.safeParse(party);
  return read.success ? undefined : read.error.issues[0]?.message;
}

/** Faults of the server at the party that they are about: `parties.3.candidates.0.name` is said of the fourth. */
function named(error: Error, parties: readonly BallotParty[]) {
  if (!(error instanceof ApiError)) return [];
  return error.fields.map(({ path, message }) => {
    const code = parties[Number(/^parties\.(\d+)/.exec(path)?.[1])]?.code;
    return { path, message: code ? `${code}: ${message}` : message };
  });
}

/** Order, names, colours, logos and candidates, saved as the next version. */
export function BallotEditor({ election, ballot }: { election: Election; ballot: Ballot }) {
  const kind = kindOfType(election.type);
  const all = useQuery({ ...constituenciesQuery(kind ?? 'senatorial'), enabled: kind !== undefined });
  const places = election.constituencies.length > 0 ? election.constituencies : (all.data?.constituencies ?? []);
  const [place, setPlace] = useState<string | null>(null);
  const standing = kind === undefined ? null : (place ?? places[0]?.id ?? null);
  const [code, setCode] = useState('');
  const [refusal, setRefusal] = useState<string>();
  const counted = ballot.affected.results > 0;
  const form = useServerForm({
    id: 'ballot',
    start: { parties: ballot.parties, reason: '' },
    version: ballot.version,
    labels: { reason: 'Reason' },
    check: ({ parties, reason }) => {
      const wrong = parties.flatMap((party) => {
        const problem = partyProblem(party);
        return problem ? [`${party.code}: ${problem}`] : [];
      });
      return {
        ...(wrong.length > 0 && { parties: wrong.join('; ') }),
        ...(counted && reason.trim() === '' && { reason: 'Say why the ballot changes after results were sent' }),
      };
    },
    body: ({ parties, reason }, base) => ({
      id: election.id,
      body: {
        parties: parties.map(({ code: party, name, colour, logoFileId, candidates }) => {
          const stored = base.values.parties.find((one) => one.code === party);
          const same = JSON.stringify(stored?.candidates ?? []) === JSON.stringify(candidates);
          return {
            code: party,
            name,
            colour,
            ...(stored?.logoFileId !== logoFileId && { logoFileId: logoFileId ?? null }),
            ...(!same && { candidates }),
          };
        }),
        version: base.version ?? ballot.version,
        ...(reason.trim() !== '' && { reason: reason.trim() }),
      },
    }),
    issues: (error, { parties }) => named(error, parties),
    request: useElectionChange(saveBallot),
    failed: 'The ballot could not be saved',
    onDone: () => notifySuccess('Ballot saved.'),
  });
  const { parties } = form.values;
  const setParties = (next: BallotParty[]) => form.set({ parties: next });
  const move = (from: number, to: number) => {
    const next = [...parties];
    next.splice(to, 0, ...next.splice(from, 1));
    setParties(next);
  };
  const add = () => {
    const party = code.trim();
    if (party.toLowerCase() === OTHERS.toLowerCase()) return setRefusal('Others is always last');
    if (parties.some((one) => one.code === party)) return setRefusal(`${party} is on the ballot already`);
    if (!/^[A-Z][A-Za-z0-9]{0,11}$/.test(party)) return setRefusal('A party is its abbreviation, like APC');
    setRefusal(undefined);
    setCode('');
    setParties([
      ...parties,
      { code: party, name: PARTIES[party]?.name ?? '', colour: partyColour(party), candidates: [] },
    ]);
  };
  return (
    <Form label="Ballot" form={form}>
      {form.conflict && (
        <Note kind="warn" role="alert">
          Another user saved this ballot in the meantime.{' '}
          <Button size="xs" variant="default" onClick={form.conflict.takeTheirs}>
            Show theirs
          </Button>
        </Note>
      )}
      {kind && (
        <Select
          label={`Candidates in the ${KIND_WORDS[kind][0]}`}
          searchable
          allowDeselect={false}
          data={places.map(({ id, name }) => ({ value: id, label: name }))}
          value={standing}
          onChange={setPlace}
          nothingFoundMessage="No constituency of this name"
        />
      )}
      <ol className={styles.parties} aria-label="Parties in ballot order" id={form.fieldId('parties')} tabIndex={-1}>
        {parties.map((party, index) => (
          <BallotRow
            key={party.code}
            party={party}
            place={standing}
            mate={election.type === 'presidential' || election.type === 'gubernatorial'}
            problem={form.summary.attempt > 0 ? partyProblem(party) : undefined}
            last={index === parties.length - 1}
            first={index === 0}
            movable={ballot.can.parties}
            onChange={(next) => setParties(parties.map((one) => (one.code === party.code ? next : one)))}
            onMove={(by) => move(index, index + by)}
            onRemove={() => setParties(parties.filter((one) => one.code !== party.code))}
          />
        ))}
      </ol>
      {ballot.can.parties && (
        <div className={styles.add}>
          <TextInput
            label="Add a party by its code"
            placeholder="APC"
            maxLength={12}
            value={code}
            error={refusal}
            onChange={(event) => setCode(event.currentTarget.value)}
            onKeyDown={(event) => {
              if (event.key !== 'Enter') return;
              event.preventDefault();
              add();
            }}
          />
          <Button variant="default" onClick={add}>
            Add party
          </Button>
        </div>
      )}
      {kind && (
        <FormHint>
          {capital(KIND_WORDS[kind][1])}: choose one above to name its candidates, or import all of them from a CSV
          file.
        </FormHint>
      )}
      <FormHint>
        A logo is a PNG, JPG or SVG of at most 1 MB. It is shown small beside the party, on the officers' sheet too.
      </FormHint>
      {counted && (
        <Textarea
          label="Reason"
          description="It stands in the audit log and beside the version"
          maxLength={1000}
          autosize
          minRows={2}
          {...form.field('reason')}
        />
      )}
      <FormButtons form={form} submit="Save ballot" blocked={form.dirty ? undefined : 'Nothing is changed.'} />
      <LeaveDialog dirty={form.dirty && !form.busy}>The ballot was changed and not saved.</LeaveDialog>
    </Form>
  );
}
