import type { Certainty, LawProfileId, ProvisionKey } from './profiles.ts';

export interface Provision {
  /** As the Act numbers it, such as 51(2)–(4); null where it is not known. */
  section: string | null;
  /** The rule in our own words. */
  text: string;
  certainty: Certainty;
}

const provision = (section: string | null, certainty: Certainty, text: string): Provision => ({
  section,
  text,
  certainty,
});

const METHOD = "Voting and the transmission of results follow the Commission's procedure.";
const OVER_VOTING =
  'More votes cast than accredited voters: the presiding officer cancels the result of the unit, and none is returned until there is another poll, unless the Commission finds that the whole is not substantially affected.';
const RECOUNT = 'Votes are recounted once, at the unit, when a candidate or an agent asks for it.';
const ANNOUNCEMENT =
  'Results are announced by the presiding officer at the unit, then by the collation officer of each level.';
const REGISTER =
  'The Commission keeps an electronic register of unit and collated results; anyone may buy a certified copy, printed or electronic.';
const DISPUTE =
  'In a dispute the original sheets, the accreditation device and what was transmitted are compared; then the result is collated and announced anew.';
const REVIEW =
  'The Commission may within seven days review a declaration that was not made voluntarily or was made against the law or its guidelines.';
const DECLARATION = 'The candidate with the most votes is returned, subject to the tests of the Constitution.';
const TIE = 'The candidates with equal votes stand in a fresh election.';
const PETITION = 'An election is questioned by an election petition and in no other way.';
const COMPLIANCE =
  'An election is not invalidated where it was held substantially according to the Act and the fault did not substantially affect the result.';
const DOCUMENTS =
  'No oral evidence is needed where originals or certified copies show the non-compliance on their face.';

/** Sources and doubts: docs/law.md. Section numbers stand here and nowhere else. */
export const LAW_PROVISIONS: Record<LawProfileId, Record<ProvisionKey, Provision>> = {
  electoral_act_2022: {
    method: provision('50(2)', 'read', METHOD),
    overvoting: provision('51', 'read', OVER_VOTING),
    counting: provision(
      '60(1)–(5)',
      'read',
      'The figures are entered on the form, signed, stamped and countersigned; agents and police get copies; the result is announced and transferred.',
    ),
    recount: provision('61', 'read', RECOUNT),
    announcement: provision('25', 'read', ANNOUNCEMENT),
    register_copy: provision('62(2)–(3)', 'read', REGISTER),
    collation_check: provision(
      '64(4)–(5)',
      'read',
      'A collation officer announces only after checking that accredited voters and votes equal those transmitted from the units, and otherwise uses the transmitted ones.',
    ),
    collation_dispute: provision('64(6)–(8)', 'reported', DISPUTE),
    review_7_days: provision('65', 'reported', REVIEW),
    declaration: provision('66', 'read', DECLARATION),
    tie: provision('67', 'read', TIE),
    only_by_petition: provision('130', 'read', PETITION),
    petition_grounds: provision(
      '134',
      'read',
      'The grounds: the person was not qualified; corrupt practice or non-compliance; not elected by the majority of lawful votes.',
    ),
    substantial_compliance: provision('135', 'read', COMPLIANCE),
    documents_without_oral: provision('137', 'reported', DOCUMENTS),
  },
  electoral_act_2026: {
    method: provision(null, 'unknown', METHOD),
    overvoting: provision('51', 'inferred', OVER_VOTING),
    counting: provision(
      '60',
      'reported',
      'The figures are entered on the form, signed, stamped and countersigned, and transmitted to the result viewing portal once it is signed; where communication fails, the signed form EC8A is the primary source.',
    ),
    recount: provision(null, 'unknown', RECOUNT),
    announcement: provision(null, 'unknown', ANNOUNCEMENT),
    register_copy: provision(null, 'unknown', REGISTER),
    collation_check: provision(
      '65',
      'inferred',
      'A collation officer checks the collated figures against those transmitted from the units before announcing them. Section 64 no longer holds this rule.',
    ),
    collation_dispute: provision('65', 'inferred', DISPUTE),
    review_7_days: provision('66', 'inferred', REVIEW),
    declaration: provision(null, 'unknown', DECLARATION),
    tie: provision(null, 'unknown', TIE),
    only_by_petition: provision('134', 'read', PETITION),
    petition_grounds: provision(
      '138',
      'reported',
      'The grounds: corrupt practice or non-compliance; not elected by the majority of lawful votes. Qualification is no longer one of them.',
    ),
    substantial_compliance: provision('139', 'inferred', COMPLIANCE),
    documents_without_oral: provision('141', 'inferred', DOCUMENTS),
  },
};
