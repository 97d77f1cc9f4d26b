import type { ReadinessCheckId, ReadinessState } from '@ec/contract/readiness/schemas';
import { IconAlertTriangle, IconCircleCheck, IconHelpCircle } from '@tabler/icons-react';

interface CheckLabel {
  title: string;
  /** Where it is mended, and what the link says. */
  to: string;
  mend: string;
  /** The page of one of the places concerned, by its code. */
  place?: (code: string) => string;
}

const peopleOf = (role: string) => `/users?role=${role}`;
const peopleAt = (role: string) => (code: string) => `/users?${new URLSearchParams({ role, place: code })}`;
const registerOf = (tab: string) => `/geographical-data?tab=${tab}`;
const registerAt = (tab: string) => (code: string) => `/geographical-data?${new URLSearchParams({ tab, place: code })}`;

export const CHECKS: Record<ReadinessCheckId, CheckLabel> = {
  units_without_officer: {
    title: 'Polling units without an officer',
    to: peopleOf('polling_unit_officer'),
    mend: 'Officers',
    place: peopleAt('polling_unit_officer'),
  },
  officers_never_signed_in: {
    title: 'Officers who never signed in',
    to: `/users?${new URLSearchParams({ role: 'polling_unit_officer', sort: 'lastLogin' })}`,
    mend: 'Officers, those who never signed in first',
  },
  phones_not_confirmed: {
    title: 'Phones not confirmed',
    to: '/users?sort=lastLogin',
    mend: 'Users, those who never signed in first',
  },
  states_without_admin: {
    title: 'States without an admin',
    to: peopleOf('state_admin'),
    mend: 'State admins',
    place: peopleAt('state_admin'),
  },
  lgas_without_admin: {
    title: 'LGAs without an admin',
    to: peopleOf('lga_admin'),
    mend: 'LGA admins',
    place: peopleAt('lga_admin'),
  },
  wards_without_admin: {
    title: 'Wards without an admin',
    to: peopleOf('ward_admin'),
    mend: 'Ward admins',
    place: peopleAt('ward_admin'),
  },
  units_without_voters: {
    title: 'Polling units without registered voters',
    to: registerOf('pollingUnits'),
    mend: 'Polling units of the register',
    place: registerAt('pollingUnits'),
  },
  wards_without_units: {
    title: 'Wards without polling units',
    to: registerOf('wards'),
    mend: 'Wards of the register',
    place: registerAt('wards'),
  },
  placeholders: {
    title: 'Placeholders',
    to: '/geographical-data/import',
    mend: 'Import a register',
    place: registerAt('pollingUnits'),
  },
  wards_without_constituency: {
    title: 'Wards without a constituency',
    to: '/geographical-data/constituencies',
    mend: 'Constituencies',
    place: registerAt('wards'),
  },
  transcribers: { title: 'Transcribers', to: '/second-entries/transcribers', mend: 'Transcribers' },
  parties_without_colour: { title: 'Parties without a colour', to: '/elections', mend: 'Elections' },
  sms_gateway: { title: 'SMS gateway', to: '/deliveries', mend: 'Deliveries' },
  email_gateway: { title: 'E-mail gateway', to: '/deliveries', mend: 'Deliveries' },
  clocks: { title: 'Clocks', to: '/security', mend: 'System status' },
  disk: { title: 'Disk', to: '/security', mend: 'System status' },
};

export const STATES = {
  ok: { label: 'OK', tone: 'ok', icon: IconCircleCheck },
  not_ready: { label: 'Not ready', tone: 'wait', icon: IconAlertTriangle },
  unknown: { label: 'Cannot tell', tone: 'off', icon: IconHelpCircle },
} as const satisfies Record<ReadinessState, object>;
