import type { ElectionId } from '@ec/contract/base/common';
import { ballotOf } from '@ec/contract/elections/parties';
import type { SubmitResultRequest } from '@ec/contract/results/schemas';
import { PARTIES, type Person } from './dataset.ts';
import type { Call } from './load.ts';

const BALLOT = ballotOf(PARTIES);
const BOUNDARY = 'sheet-of-the-unit';

/** The figures of a sheet, different for each unit; they add up but on the very smallest. */
function sheetOf(election: ElectionId, person: Person, place: number, withPhoto: boolean): SubmitResultRequest {
  const voters = person.registered / 600;
  const votes = Object.fromEntries(
    BALLOT.map((party, index) => [party, Math.ceil(((place * 7 + index * 13) % 24) * voters)]),
  );
  const voidVotes = place % 4;
  const valid = Object.values(votes).reduce((sum, value) => sum + value, 0);
  return {
    electionId: election,
    pollingUnitId: String(person.area),
    registeredVoters: person.registered,
    accreditedVoters: valid + voidVotes,
    votes,
    voidVotes,
    ...(withPhoto && { sheetFileId: person.fileId as SubmitResultRequest['sheetFileId'] }),
  };
}

/** The call by which the person sends their unit's result; number `place` of a run. */
export function submission(
  election: ElectionId,
  person: Person,
  token: string,
  place: number,
  withPhoto: boolean,
): Call {
  return {
    method: 'POST',
    path: '/results',
    token,
    body: JSON.stringify(sheetOf(election, person, place, withPhoto)),
    idempotencyKey: `bench-${election}-${place}`,
  };
}

/** The call by which an officer sends a photo before the sheet that names it. */
export function photoCall(token: string, content: Buffer): Call {
  const head = `--${BOUNDARY}\r\ncontent-disposition: form-data; name="file"; filename="sheet.jpg"\r\ncontent-type: image/jpeg\r\n\r\n`;
  return {
    method: 'POST',
    path: '/files',
    token,
    body: Buffer.concat([Buffer.from(head), content, Buffer.from(`\r\n--${BOUNDARY}--\r\n`)]),
    contentType: `multipart/form-data; boundary=${BOUNDARY}`,
  };
}
