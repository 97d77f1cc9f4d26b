import type { AnyPart } from './part.ts';
import { auditPart } from './parts/audit.ts';
import { chatPart } from './parts/chat.ts';
import { collationsPart } from './parts/collations.ts';
import { contestDayPart } from './parts/contest-day.ts';
import { dashboardsPart } from './parts/dashboards.ts';
import { flatnessPart } from './parts/flatness.ts';
import { interactionsPart } from './parts/interactions.ts';
import { livePart } from './parts/live.ts';
import { pagesPart } from './parts/pages.ts';
import { paintPart } from './parts/paint.ts';
import { photoCheckPart } from './parts/photo-check.ts';
import { registerPart } from './parts/register.ts';
import { reportsPart } from './parts/reports.ts';
import { screensPart } from './parts/screens.ts';
import { samePhotosPart } from './parts/same-photos.ts';
import { secondEntriesPart } from './parts/second-entries.ts';
import { signInsPart } from './parts/sign-ins.ts';
import { slowPhonePart } from './parts/slow-phone.ts';
import { soakPart } from './parts/soak.ts';
import { startPart } from './parts/start.ts';
import { streamsPart } from './parts/streams.ts';
import { photosPart, submissionsPart } from './parts/submissions.ts';
import { uploadsPart } from './parts/uploads.ts';
import { usersPart } from './parts/users.ts';

/** All parts, in the order of measurement and of the table. */
export const PARTS: Readonly<Record<string, AnyPart>> = {
  pages: pagesPart,
  start: startPart,
  register: registerPart,
  submissions: submissionsPart,
  'contest-day': contestDayPart,
  photos: photosPart,
  flatness: flatnessPart,
  'sign-ins': signInsPart,
  live: livePart,
  dashboards: dashboardsPart,
  collations: collationsPart,
  'second-entries': secondEntriesPart,
  reports: reportsPart,
  paint: paintPart,
  screens: screensPart,
  interactions: interactionsPart,
  'slow-phone': slowPhonePart,
  'photo-check': photoCheckPart,
  uploads: uploadsPart,
  'same-photos': samePhotosPart,
  streams: streamsPart,
  users: usersPart,
  audit: auditPart,
  chat: chatPart,
  soak: soakPart,
};
