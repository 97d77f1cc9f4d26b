import {
  flags,
  type ModeratorRole,
  type Privilege,
  type PrivilegeFlags,
  PRIVILEGES,
} from '@ec/contract/permissions/privileges';
import { ROLES } from '@ec/contract/permissions/roles';
import { Box, Button, Checkbox, MultiSelect, Radio } from '@mantine/core';
import type { Problems } from '../../../components/form/form-problems.ts';
import { FieldGroup, FieldRow, FormHint } from '../../../components/form/Form.tsx';
import { MomentField } from '../../../components/form/MomentField.tsx';
import { Note } from '../../../components/page/Note.tsx';
import { useCurrentMe } from '../../../lib/session/session.ts';
import { fieldId, GROUPED_PRIVILEGES } from '../labels.ts';
import styles from '../moderators.module.css';
import { inWords, lacksRoles } from '../summary.ts';
import { AreaFields } from './AreaFields.tsx';
import { type Grantee, isUsed, type PrivilegeValues, rolesBelow } from './privilege-form.ts';

interface PrivilegeFieldsProps {
  values: PrivilegeValues;
  grantee: Grantee;
  /** How the moderator's whole area reads: "South West", "the whole nation". */
  whole: string;
  problems: Problems;
  onChange: (values: PrivilegeValues, changed: readonly string[]) => void;
}

function Limits({ values, grantee, problems, onChange }: Omit<PrivilegeFieldsProps, 'whole'>) {
  const { role, area } = grantee;
  return (
    <>
      <PrivilegeTicks
        role={role}
        granted={values.granted}
        onChange={(granted) => onChange({ ...values, granted }, [])}
      />
      <MultiSelect
        id={fieldId('canManageRoles')}
        label="Roles they may manage"
        description={`Only roles below a ${ROLES[role].title}. Privileges over people reach no user of another role.`}
        placeholder={values.roles.length > 0 ? '' : 'None'}
        data={rolesBelow(role).map((value) => ({ value, label: ROLES[value].title }))}
        value={[...values.roles]}
        onChange={(roles) => onChange({ ...values, roles }, ['canManageRoles'])}
        searchable
        clearable
        clearButtonProps={{ 'aria-label': 'Clear Roles they may manage', 'aria-hidden': false, tabIndex: 0 }}
        hidePickedOptions
        error={problems['canManageRoles']}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
      />
      {area === null ? (
        <FormHint>Choose where they act first; then the privileges can be held to parts of it.</FormHint>
      ) : (
        <AreaFields
          values={values}
          within={area}
          problems={problems}
          onChange={(next) => onChange(next, ['allowedRegions', 'allowedStates', 'allowedLGAs', 'allowedWards'])}
        />
      )}
      <EndField
        value={values.until}
        error={problems['validUntil']}
        onChange={(until) => onChange({ ...values, until }, ['validUntil'])}
      />
    </>
  );
}

/** All that the role has, or only what is ticked: where, over whom and until when; and in words what that comes to. */
export function PrivilegeFields(props: PrivilegeFieldsProps) {
  const { values, grantee, whole, onChange } = props;
  return (
    <FieldGroup legend="Privileges">
      <Radio.Group
        label="What they may do"
        value={values.narrowed ? 'ticked' : 'all'}
        onChange={(choice) => onChange({ ...values, narrowed: choice === 'ticked' }, [])}
      >
        <Box mt={6}>
          <FieldRow>
            <Radio
              value="all"
              label="All that the role has"
              description={`As every ${ROLES[grantee.role].title} without privileges of their own.`}
            />
            <Radio
              value="ticked"
              label="Only what is ticked"
              description="In the places and for the roles named below."
            />
          </FieldRow>
        </Box>
      </Radio.Group>
      {values.narrowed && <Limits {...props} />}
      <Note kind="info" role="status">
        {inWords(values, grantee.role, whole)}
      </Note>
      {lacksRoles(values) && (
        <Note kind="warn">
          No role is named that they may manage, so the privileges over people and requests have no effect.
        </Note>
      )}
    </FieldGroup>
  );
}

interface EndFieldProps {
  /** Date and time in the organisation's zone. */
  value: string | null;
  error: string | undefined;
  onChange: (value: string | null) => void;
}

/** The moment from which nothing is granted any more. */
function EndField({ value, error, onChange }: EndFieldProps) {
  const { timezone } = useCurrentMe().system;
  return (
    <MomentField
      id={fieldId('validUntil')}
      label="Valid until"
      description={`Afterwards nothing is granted any more, without anybody signing in or out. Time zone: ${timezone}. Empty for no end.`}
      placeholder="No end"
      ends
      value={value}
      onChange={onChange}
      error={error}
    />
  );
}

interface PrivilegeTicksProps {
  role: ModeratorRole;
  granted: PrivilegeFlags;
  onChange: (granted: PrivilegeFlags) => void;
}

/** The privileges under their headings; one that the role has no use for cannot be ticked and says so. */
function PrivilegeTicks({ role, granted, onChange }: PrivilegeTicksProps) {
  const line = (id: Privilege) =>
    isUsed(role, id) ? PRIVILEGES[id].opens : `Not used by the role ${ROLES[role].title}.`;
  return (
    <>
      <div className="row">
        <Button variant="default" size="xs" onClick={() => onChange(flags((id) => isUsed(role, id)))}>
          Select all
        </Button>
        <Button variant="default" size="xs" onClick={() => onChange(flags(() => false))}>
          Select none
        </Button>
      </div>
      <div className={styles.ticks}>
        {GROUPED_PRIVILEGES.map(({ title, ids }) => (
          <div key={title} className="tight gap-10 shrink" role="group" aria-label={title}>
            <h4 className="hint medium">{title}</h4>
            {ids.map((id) => (
              <Checkbox
                key={id}
                label={PRIVILEGES[id].title}
                description={line(id)}
                disabled={!isUsed(role, id)}
                checked={granted[id] && isUsed(role, id)}
                onChange={(event) => onChange({ ...granted, [id]: event.currentTarget.checked })}
              />
            ))}
          </div>
        ))}
      </div>
    </>
  );
}
