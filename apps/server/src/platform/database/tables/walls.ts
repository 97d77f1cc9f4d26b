import type { UserId } from '@ec/contract/base/common';
import type { WallId } from '@ec/contract/walls/schemas';
import type { Generated } from 'kysely';

/** The tables of walls. */
export interface WallsTables {
  wall_screens: WallScreensTable;
}

export interface WallScreensTable {
  id: WallId;
  token_hash: Buffer;
  name: string;
  user_id: UserId;
  expires_at: Date;
  last_seen_at: Date | null;
  ended_at: Date | null;
  created_at: Generated<Date>;
}
