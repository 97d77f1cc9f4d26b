import * as z from 'zod/mini';
import { AreaReference, ContestDayId, ElectionId, ListQuery, LocationIdSchema, Timestamp } from '../base/common.ts';
import { requiredName } from '../base/names.ts';
import { ConstituencyId } from '../constituencies/schemas.ts';
import { FormCodes } from '../form-codes/codes.ts';
import { DEFAULT_PARTIES, OTHERS, PartyLook } from './parties.ts';
import { LawProfileId } from '../law/profiles.ts';
import type { Role } from '../permissions/roles.ts';
import { SECOND_ENTRY_OPTION, SecondEntryPolicy } from '../second-entry/policy.ts';

export const ElectionType = z.enum([
  'presidential',
  'gubernatorial',
  'senatorial',
  'house_of_representatives',
  'state_assembly',
  'local_government',
]);
export type ElectionType = z.infer<typeof ElectionType>;

/** The roles that create, edit and archive elections. */
export const ELECTION_EDITORS = [
  'national_admin',
  'global_moderator',
  'regional_admin',
] as const satisfies readonly Role[];

export const ElectionStatus = z.enum(['draft', 'scheduled', 'live', 'completed', 'archived']);
export type ElectionStatus = z.infer<typeof ElectionStatus>;

export const Source = z.enum(['official', 'grassroots']);
export type Source = z.infer<typeof Source>;

/**
 * The election's options by name; unknown ones are stored unchanged. `fullEc8a` requires boxes 3 to 8 of the EC8A in addition to registered and
 * accredited voters. `allPartiesListed`: the parties are all those of the ballot, so that a sheet has no votes of Others. `secondEntry`: which results are
 * entered a second time (second-entry/policy.ts).
 */
const OPTIONS = ['fullEc8a', 'allPartiesListed'] as const;
const Options = z.record(z.string().check(z.maxLength(60)), z.unknown());
export const ElectionConfiguration = Options.check(
  ...OPTIONS.map((option) =>
    z.refine<Record<string, unknown>>((options) => ['undefined', 'boolean'].includes(typeof options[option]), {
      error: 'This is either true or false',
      path: [option],
    }),
  ),
  z.refine<Record<string, unknown>>(
    (options) =>
      options[SECOND_ENTRY_OPTION] === undefined || SecondEntryPolicy.safeParse(options[SECOND_ENTRY_OPTION]).success,
    { error: 'This is no policy of second entry', path: [SECOND_ENTRY_OPTION] },
  ),
);
export type ElectionConfiguration = z.infer<typeof ElectionConfiguration>;

/** A party's code, as votes are sent by it. */
export const PartyCode = z
  .string()
  .check(z.trim(), z.regex(/^[A-Z][A-Za-z0-9]{0,11}$/, 'A party is its abbreviation, like APC'));
const parties = z.array(PartyCode).check(
  z.minLength(1, 'Choose at least one party'),
  z.maxLength(60),
  z.refine((list) => new Set(list).size === list.length, 'A party is listed twice'),
  z.refine((list) => list.some((name) => name !== OTHERS), 'Choose at least one party'),
);
const date = z.iso.date('Give the election date as year-month-day');

/** `rerun`: voting is repeated in places of the other election. `runoff`: between its first two candidates. */
export const FollowKind = z.enum(['rerun', 'runoff']);
export type FollowKind = z.infer<typeof FollowKind>;

const editable = {
  name: requiredName(160, 'Title is required'),
  description: z._default(z.string().check(z.trim(), z.maxLength(2000)), ''),
  type: ElectionType,
  electionDate: date,
  /** The law that it is held under; by default the one in force on the date. */
  lawProfile: z.optional(LawProfileId),
  /** Voting hours; default 08:30 to 14:30 West Africa Time on the election date. */
  opensAt: z.optional(Timestamp),
  closesAt: z.optional(Timestamp),
  parties: z._default(parties, [...DEFAULT_PARTIES]),
  /** Covered areas: states, regions or LGAs, or the nation. Either these or constituencies. */
  areas: z._default(z.array(AreaReference).check(z.maxLength(800)), []),
  /** Constituencies of the kind that the type is held in; all of a kind is the nation as area. */
  constituencies: z._default(z.array(ConstituencyId).check(z.maxLength(400)), []),
  configuration: z._default(ElectionConfiguration, {}),
  /** The election that this one repeats; null for one of its own. */
  follows: z._default(z.nullable(z.strictObject({ id: ElectionId, as: FollowKind })), null),
};

export const CreateElectionRequest = z.strictObject(editable).check(
  z.refine<Partial<Record<'areas' | 'constituencies', readonly unknown[]>>>(
    ({ areas = [], constituencies = [] }) => areas.length + constituencies.length > 0,
    {
      error: 'Choose at least one area',
      path: ['areas'],
      // Beside the faults of other fields, so that all are named at once.
      when: ({ value }) => typeof value === 'object' && value !== null,
    },
  ),
);
export type CreateElectionRequest = z.infer<typeof CreateElectionRequest>;

export const UpdateElectionRequest = z.partial(
  z.strictObject({
    ...editable,
    description: z.string().check(z.trim(), z.maxLength(2000)),
    parties,
    areas: z.array(AreaReference).check(z.maxLength(800)),
    constituencies: z.array(ConstituencyId).check(z.maxLength(400)),
    configuration: ElectionConfiguration,
    follows: z.nullable(z.strictObject({ id: ElectionId, as: FollowKind })),
    /** What the editor saw: if the election was changed since, 409. */
    updatedAt: Timestamp,
  }),
);
export type UpdateElectionRequest = z.infer<typeof UpdateElectionRequest>;

export const TransitionRequest = z.strictObject({
  to: ElectionStatus,
  reason: z.optional(z.string().check(z.trim(), z.maxLength(1000))),
});
export type TransitionRequest = z.infer<typeof TransitionRequest>;

export const Coverage = z.object({
  units: z.number(),
  reported: z.number(),
  verified: z.number(),
  pending: z.number(),
  disputed: z.number(),
  cancelled: z.number(),
});
export type Coverage = z.infer<typeof Coverage>;

export const Election = z.object({
  id: ElectionId,
  name: z.string(),
  description: z.string(),
  type: ElectionType,
  status: ElectionStatus,
  electionDate: z.string(),
  lawProfile: LawProfileId,
  /** The laws that results of it were taken under before. */
  formerLawProfiles: z.array(LawProfileId),
  opensAt: Timestamp,
  closesAt: Timestamp,
  /** The deadline for results: the end of voting plus the hours of the setting. */
  deadline: Timestamp,
  parties: z.array(z.string()),
  /** How its parties look, as its ballot says. */
  looks: z.array(PartyLook),
  areas: z.array(LocationIdSchema),
  areaNames: z.array(z.object({ id: LocationIdSchema, name: z.string() })),
  /** What it is held in; empty where it covers areas. Its areas are then the LGAs and wards that make them up. */
  constituencies: z.array(z.object({ id: ConstituencyId, name: z.string() })),
  /** Without the seed of second entries for readers who may not know it. */
  configuration: Options,
  follows: z.nullable(z.object({ id: ElectionId, as: FollowKind, name: z.string() })),
  /** The code printed on its form at each level that has one. */
  formCodes: FormCodes,
  /** The day on which it is held together with others; null for one that is held alone. */
  contestDay: z.nullable(z.object({ id: ContestDayId, name: z.string() })),
  /** Covered units and the state of the official count. */
  coverage: Coverage,
  createdAt: Timestamp,
  updatedAt: Timestamp,
  can: z.object({ edit: z.boolean(), archive: z.boolean(), delete: z.boolean(), transitions: z.array(ElectionStatus) }),
});
export type Election = z.infer<typeof Election>;

export const ElectionListQuery = z.extend(ListQuery, { status: z.optional(ElectionStatus) });
export type ElectionListQuery = z.infer<typeof ElectionListQuery>;
export const ElectionList = z.object({ elections: z.array(Election), total: z.number() });
export type ElectionList = z.infer<typeof ElectionList>;

export const ElectionModeRequest = z.strictObject({ isElectionMode: z.boolean() });
export const ElectionMode = z.object({ isElectionMode: z.boolean(), changedAt: z.nullable(Timestamp) });
export type ElectionMode = z.infer<typeof ElectionMode>;
