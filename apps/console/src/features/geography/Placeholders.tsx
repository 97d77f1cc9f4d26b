import type { GeographicalData } from '@ec/contract/geography/schemas';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { ConfirmChange } from '../../components/form/ConfirmModal.tsx';
import { Panel } from '../../components/page/Panel.tsx';
import { registerQuery } from '../../domain/places/use-places.ts';
import { formatCount } from '../../lib/format/format.ts';
import { useReturnFocus } from '../../lib/hooks/focus.ts';
import { createPlaceholders, useGeographyChange } from './api.ts';
import { importPath } from './RecentImports.tsx';
import { countOf } from './labels.ts';

/** 774 LGAs have no ward, 3 wards have no polling unit; null where nothing is missing. */
function missingText({ lgasWithoutWards, wardsWithoutUnits }: GeographicalData['register']): string | null {
  const parts = [
    lgasWithoutWards > 0 && `${countOf('lgas', lgasWithoutWards)} ${lgasWithoutWards === 1 ? 'has' : 'have'} no ward`,
    wardsWithoutUnits > 0 &&
      `${countOf('wards', wardsWithoutUnits)} ${wardsWithoutUnits === 1 ? 'has' : 'have'} no polling unit`,
  ].filter((part) => part !== false);
  return parts.length === 0 ? null : parts.join(', ');
}

/** Creates wards and polling units by INEC's counts where there are none; shown while something is missing. */
export function Placeholders() {
  const [asking, setAsking] = useState(false);
  const rememberFocus = useReturnFocus(asking);
  const navigate = useNavigate();
  const create = useGeographyChange(createPlaceholders);
  const register = useQuery(registerQuery).data?.register;
  const missing = register ? missingText(register) : null;
  if (missing === null) return null;
  return (
    <section id="placeholders">
      <Panel title="Placeholders">
        <p className="lead">
          {missing}. Placeholders fill them with “Ward 1…” and “Polling Unit 1…” in INEC’s numbers for each state, so
          that admins and officers can be added now. They have no registered voters. A register that is imported later
          takes them over by their codes.
        </p>
        <Button
          variant="default"
          onClick={() => {
            rememberFocus();
            setAsking(true);
          }}
        >
          Create placeholders
        </Button>
      </Panel>
      {asking && (
        <ConfirmChange
          change={create}
          body={undefined}
          onDone={(started) => void navigate(importPath(started))}
          onClose={() => setAsking(false)}
          title="Create placeholders?"
          confirmLabel="Create"
        >
          <p className="lead">
            {missing}. Wards and polling units are created there by INEC’s counts. They are named by their numbers until
            a register is imported or you rename them.
          </p>
        </ConfirmChange>
      )}
    </section>
  );
}

/** What of the tree is still placeholders, in one line. */
export function PlaceholderNote({ register }: { register: GeographicalData['register'] | undefined }) {
  const { wards = 0, pollingUnits = 0 } = register?.placeholders ?? {};
  if (wards + pollingUnits === 0) return null;
  return (
    <p className="hint">
      {formatCount(wards, 'ward')} and {formatCount(pollingUnits, 'polling unit')} are placeholders until a register is
      imported.
    </p>
  );
}
