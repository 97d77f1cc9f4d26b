import { ElectionList } from '@ec/contract/elections/schemas';
import { ProvisionKey } from '@ec/contract/law/profiles';
import type { LawProfileAnswer } from '@ec/contract/law/schemas';
import type * as z from 'zod/mini';
import { freshId, PARTIES } from './results.ts';
import { ok } from './server.ts';
import { at } from './users.ts';

type ElectionDraft = z.input<typeof ElectionList>['elections'][number];

/** A live presidential election, or as changed. */
export function electionOf(change: Partial<ElectionDraft> = {}): ElectionDraft {
  return {
    id: freshId(),
    name: 'Presidential election',
    description: '',
    type: 'presidential',
    status: 'live',
    electionDate: '2023-02-25',
    lawProfile: 'electoral_act_2022',
    formerLawProfiles: [],
    formCodes: { polling_unit: 'EC8A' },
    looks: [],
    opensAt: '2023-02-25T07:30:00Z',
    closesAt: '2023-02-25T13:30:00Z',
    deadline: '2023-02-26T13:30:00Z',
    parties: PARTIES,
    areas: [],
    constituencies: [],
    follows: null,
    contestDay: null,
    areaNames: [],
    configuration: {},
    coverage: { units: 11, reported: 8, verified: 5, pending: 2, disputed: 1, cancelled: 0 },
    createdAt: '2023-01-01T00:00:00Z',
    updatedAt: '2023-01-01T00:00:00Z',
    can: { edit: false, archive: false, delete: false, transitions: [] },
    ...change,
  };
}

export const electionsAnswer = (elections: ElectionDraft[]) => ok(ElectionList, { elections, total: elections.length });

/** A senatorial district of Lagos. */
export const DISTRICT = {
  id: 'senatorial-240',
  type: 'senatorial' as const,
  code: 240,
  name: 'Lagos West',
  state: { id: at('24'), name: 'Lagos' },
  lgas: [],
  wards: 20,
  units: 900,
  registered: 0,
};

const PROVISION = {
  name: 'Over-voting',
  section: '51' as string | null,
  text: 'More votes cast than accredited voters.',
  certainty: 'inferred' as const,
  confirmed: false,
  confirmedBy: null as string | null,
  confirmedAt: null as string | null,
};

/** The Electoral Act 2026, of which the number of the provision on over-voting alone is in doubt, unless said otherwise. */
export const lawOf = (overvoting: Partial<typeof PROVISION> = {}): z.input<typeof LawProfileAnswer> => ({
  id: 'electoral_act_2026',
  title: 'Electoral Act 2026',
  inForceFrom: '2026-02-18',
  provisions: {
    ...Object.fromEntries(
      ProvisionKey.options.map((key) => [key, { ...PROVISION, name: key, certainty: 'read', confirmed: true }]),
    ),
    overvoting: { ...PROVISION, ...overvoting },
  } as z.input<typeof LawProfileAnswer>['provisions'],
});
