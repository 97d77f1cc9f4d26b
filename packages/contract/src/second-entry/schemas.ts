import * as z from 'zod/mini';
import {
  AreaReference,
  ElectionId,
  FileId,
  ListQuery,
  LocationIdSchema,
  PersonLink,
  ResultId,
  Timestamp,
  withoutDirections,
} from '../base/common.ts';
import { PartyLook } from '../elections/parties.ts';
import { ElectionType } from '../elections/schemas.ts';
import { LocationLink } from '../geography/schemas.ts';
import { figure } from '../results/figure.ts';
import { DeskOffer, DeskOrigin } from './desk.ts';
import { SECOND_ENTRY_STATES, VERDICTS } from './states.ts';

export const SecondEntryId = z.uuid().brand<'SecondEntryId'>();
export type SecondEntryId = z.infer<typeof SecondEntryId>;

export const SecondEntryStateSchema = z.enum(SECOND_ENTRY_STATES);
export const SecondEntryGround = z.enum(['flagged', 'sample', 'all', 'again', 'audit']);
export type SecondEntryGround = z.infer<typeof SecondEntryGround>;

const FieldName = z.string().check(z.minLength(1), z.maxLength(60));
const Figures = z.record(FieldName, z.nullable(figure));

/**
 * A sheet that is given to a transcriber: the photo, the unit and the ballot. No figure, flag, total, status or sender of the first entry is in it.
 */
export const Work = z.object({
  id: SecondEntryId,
  state: z.enum(['claimed', 'correcting']),
  leaseUntil: z.nullable(Timestamp),
  photoFileId: FileId,
  unit: z.object({ code: z.string(), name: z.string(), chain: z.array(LocationLink) }),
  election: z.object({ name: z.string(), type: ElectionType }),
  formCode: z.string(),
  parties: z.array(z.string()),
  looks: z.array(PartyLook),
  candidates: z.record(z.string(), z.string()),
  /** What is entered, in the order of the paper. */
  fields: z.array(z.string()),
  /** Of a correction: what the transcriber entered before, without the fields that are entered again; else empty. */
  kept: z.record(z.string(), z.number()),
});
export type Work = z.infer<typeof Work>;

/** What the transcriber sees of their own work: sheets of today, entries of all time, and how many of these an arbiter found wrong. */
export const TranscriberCounts = z.object({ today: z.number(), entered: z.number(), wrong: z.number() });
export type TranscriberCounts = z.infer<typeof TranscriberCounts>;

export const WorkDesk = z.object({
  /** The sheets that the transcriber holds, the oldest first. */
  held: z.array(Work),
  /** Sheets that the transcriber can take now. */
  waiting: z.number(),
  counts: TranscriberCounts,
});
export type WorkDesk = z.infer<typeof WorkDesk>;

export const ClaimAnswer = z.object({ work: z.nullable(Work) });
export type ClaimAnswer = z.infer<typeof ClaimAnswer>;

export const EntryRequest = z.strictObject({ figures: Figures });
export type EntryRequest = z.infer<typeof EntryRequest>;

export const UnreadableRequest = z.strictObject({
  fields: z.array(FieldName).check(z.minLength(1, 'Say which fields cannot be read'), z.maxLength(80)),
});
export type UnreadableRequest = z.infer<typeof UnreadableRequest>;

/** One step of a second entry, oldest first. */
export const SecondEntryStep = z.object({
  step: z.enum(['claimed', 'released', 'entered', 'unreadable', ...VERDICTS]),
  by: PersonLink,
  at: Timestamp,
  fields: z.array(z.string()),
  reason: z.nullable(z.string()),
});
export type SecondEntryStep = z.infer<typeof SecondEntryStep>;

/** A second entry as its arbiters see it: how it stands, never more figures than those that differ. */
export const SecondEntry = z.object({
  id: SecondEntryId,
  resultId: ResultId,
  version: z.number(),
  electionId: ElectionId,
  electionName: z.string(),
  pollingUnitId: LocationIdSchema,
  code: z.string(),
  name: z.string(),
  chain: z.array(LocationLink),
  ground: SecondEntryGround,
  state: SecondEntryStateSchema,
  fields: z.array(z.string()),
  /** The origin of the version that it checks, where that is a desk version. */
  desk: z.nullable(DeskOrigin),
  /** The end of the officer's time to correct the figures, after which they did not answer; null where no desk version can be made. */
  answerDue: z.nullable(Timestamp),
  updatedAt: Timestamp,
  can: z.object({ decide: z.boolean(), refusal: z.nullable(z.string()) }),
});
export type SecondEntry = z.infer<typeof SecondEntry>;

export const SecondEntryDetail = z.extend(SecondEntry, {
  photoFileId: z.nullable(FileId),
  looks: z.array(PartyLook),
  /** Null until they have entered the sheet: who asks them would know that it is checked. */
  transcriber: z.nullable(PersonLink),
  /** The differing fields with both entries; empty while nothing differs. */
  differences: z.array(z.object({ field: z.string(), officer: z.nullable(z.number()), entry: z.nullable(z.number()) })),
  /** Without who took the sheet and has not entered it. */
  steps: z.array(SecondEntryStep),
  verdicts: z.array(z.enum(VERDICTS)),
  /** Null where the reader may have no desk version made. */
  deskOffer: z.nullable(DeskOffer),
});
export type SecondEntryDetail = z.infer<typeof SecondEntryDetail>;

export const SecondEntryQuery = z.extend(ListQuery, {
  electionId: z.optional(ElectionId),
  area: z.optional(AreaReference),
  state: z.optional(SecondEntryStateSchema),
  /** Only those that wait for a decision of the reader, whatever the state. */
  mine: z.optional(z.stringbool()),
});
export type SecondEntryQuery = z.infer<typeof SecondEntryQuery>;

export const SecondEntryList = z.object({
  entries: z.array(SecondEntry),
  total: z.number(),
  counts: z.record(SecondEntryStateSchema, z.number()),
  /** Of these, the ones that wait for a decision of the reader, in any state. */
  forMe: z.number(),
});
export type SecondEntryList = z.infer<typeof SecondEntryList>;

/** The differences and unreadable photos on which the reader may decide now. */
export const WaitingForMe = z.object({ waiting: z.number() });
export type WaitingForMe = z.infer<typeof WaitingForMe>;

export const VerdictRequest = z.strictObject({
  verdict: z.enum(VERDICTS),
  /** The state that the arbiter looked at began then; another one is refused as a conflict. */
  updatedAt: Timestamp,
  reason: z.optional(z.string().check(withoutDirections(), z.trim(), z.maxLength(500))),
});
export type VerdictRequest = z.infer<typeof VerdictRequest>;

export const Transcriber = z.object({
  person: PersonLink,
  phone: z.nullable(z.string()),
  chain: z.array(LocationLink),
  counts: TranscriberCounts,
});
export type Transcriber = z.infer<typeof Transcriber>;
export const TranscriberList = z.object({ transcribers: z.array(Transcriber), total: z.number() });
export type TranscriberList = z.infer<typeof TranscriberList>;
export const TranscriberRequest = z.strictObject({ transcriber: z.boolean() });
export type TranscriberRequest = z.infer<typeof TranscriberRequest>;
export const TranscriberAnswer = z.object({ transcriber: z.boolean() });

/** How the second entry of a result stands, as those see it who decide on the result. */
export const SecondEntryOfResult = z.object({
  /** Null while no photo has arrived, or in the second before the sheet joins the queue. */
  id: z.nullable(SecondEntryId),
  state: z.nullable(SecondEntryStateSchema),
});
export type SecondEntryOfResult = z.infer<typeof SecondEntryOfResult>;
