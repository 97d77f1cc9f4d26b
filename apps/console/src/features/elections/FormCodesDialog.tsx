import { FORM_LEVELS, type FormCodes, type FormLevel } from '@ec/contract/form-codes/codes';
import { type FormCode, type FormCodesAnswer, PrintedCode } from '@ec/contract/form-codes/schemas';
import { Modal, Skeleton, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { FieldGroup, Form, FormButtons, FormHint } from '../../components/form/Form.tsx';
import { FormDialog } from '../../components/form/FormDialog.tsx';
import { useServerForm } from '../../components/form/use-server-form.ts';
import { ErrorView } from '../../components/page/ErrorView.tsx';
import { tile } from '../../lib/format/css-values.ts';
import { notifySuccess } from '../../lib/hooks/notify.ts';
import { changeFormCodes, formCodesQuery, useElectionChange } from './api.ts';
import { TYPES } from '../../domain/elections/election-types.ts';

const LEVELS: Record<FormLevel, string> = {
  polling_unit: 'Polling unit',
  ward: 'Ward',
  lga: 'LGA',
  state: 'State or constituency',
  nation: 'Nation',
  declaration: 'Declaration',
};

const keyOf = ({ electionType, level }: Pick<FormCode, 'electionType' | 'level'>) => `${electionType}-${level}`;

/** The codes of an election's forms in a line: `EC8A(I) polling unit, EC8B(I) ward`. */
export function formCodesText(codes: Readonly<Partial<FormCodes>>): string {
  return FORM_LEVELS.flatMap((level) =>
    codes[level] ? [`${codes[level]} (${level === 'lga' ? 'LGA' : LEVELS[level].toLowerCase()})`] : [],
  ).join(', ');
}

/** What is printed on the forms of each election type, to read or to correct. */
export function FormCodesDialog({ onClose }: { onClose: () => void }) {
  const { data, error, refetch } = useQuery(formCodesQuery);
  if (data?.can.edit) {
    return (
      <FormDialog title="Form codes" about="the form codes" onClose={onClose} size={780}>
        <Editor answer={data} onClose={onClose} />
      </FormDialog>
    );
  }
  return (
    <Modal opened onClose={onClose} title="Form codes" size={780}>
      {data ? (
        <ReadOnly answer={data} />
      ) : error ? (
        <ErrorView title="The form codes could not be loaded" error={error} onRetry={refetch} />
      ) : (
        <Skeleton height={240} />
      )}
    </Modal>
  );
}

const byType = ({ formCodes }: FormCodesAnswer) => [...Map.groupBy(formCodes, ({ electionType }) => electionType)];

function ReadOnly({ answer }: { answer: FormCodesAnswer }) {
  return (
    <dl className="tight gap-8">
      {byType(answer).map(([type, codes]) => (
        <div key={type}>
          <dt className="heading">{TYPES[type]}</dt>
          <dd style={{ margin: 0 }}>{formCodesText(Object.fromEntries(codes.map((one) => [one.level, one.code])))}</dd>
        </div>
      ))}
    </dl>
  );
}

function Editor({ answer, onClose }: { answer: FormCodesAnswer; onClose: () => void }) {
  const start: Record<string, string> = Object.fromEntries(answer.formCodes.map((one) => [keyOf(one), one.code]));
  const changed = (values: Record<string, string>, from: Record<string, string>) =>
    answer.formCodes.filter((one) => values[keyOf(one)] !== from[keyOf(one)]);
  const form = useServerForm({
    id: 'form-codes',
    start,
    version: answer.version,
    check: (values) =>
      Object.fromEntries(
        changed(values, start).flatMap((one) => {
          const read = PrintedCode.safeParse(values[keyOf(one)]);
          const text = (values[keyOf(one)] ?? '').trim();
          return text === '' || read.success ? [] : [[keyOf(one), read.error.issues[0]?.message]];
        }),
      ),
    body: (values, base) => ({
      version: base.version ?? answer.version,
      formCodes: changed(values, base.values).map((one) => {
        const code = (values[keyOf(one)] ?? '').trim();
        return { electionType: one.electionType, level: one.level, code: code === '' ? null : code };
      }),
    }),
    labels: Object.fromEntries(
      answer.formCodes.map((one) => [keyOf(one), `${TYPES[one.electionType]}, ${LEVELS[one.level].toLowerCase()}`]),
    ),
    request: useElectionChange(changeFormCodes),
    failed: 'The form codes could not be saved',
    onDone: () => {
      notifySuccess('Form codes saved.');
      onClose();
    },
  });
  return (
    <Form label="Form codes" form={form}>
      <FormHint>
        Give each code as it is printed on the paper. It is shown on the officer’s page, in reviews and in reports. An
        empty field returns to the usual code. The change stands in the audit log.
      </FormHint>
      {form.conflict && (
        <FormHint news>Another user changed form codes in the meantime. Close this dialog and open it again.</FormHint>
      )}
      {byType(answer).map(([type, codes]) => (
        <FieldGroup key={type} legend={TYPES[type]}>
          <div className="shelf gap-8-12" style={tile(130)}>
            {codes.map((one) => (
              <TextInput
                key={one.level}
                label={LEVELS[one.level]}
                placeholder={one.usual}
                maxLength={20}
                autoCapitalize="characters"
                {...form.field(keyOf(one))}
              />
            ))}
          </div>
        </FieldGroup>
      ))}
      <FormButtons form={form} submit="Save form codes" blocked={form.dirty ? undefined : 'Nothing is changed.'} />
    </Form>
  );
}
