import type { AlertsTables } from './tables/alerts.ts';
import type { AnnouncementsTables } from './tables/announcements.ts';
import type { ApprovalsTables } from './tables/approvals.ts';
import type { AuthTables } from './tables/auth.ts';
import type { ChatTables } from './tables/chat.ts';
import type { CollationsTables } from './tables/collations.ts';
import type { DisputesTables } from './tables/disputes.ts';
import type { ElectionsTables } from './tables/elections.ts';
import type { GeographyTables } from './tables/geography.ts';
import type { MarginOfLeadTables } from './tables/margin-of-lead.ts';
import type { NotificationsTables } from './tables/notifications.ts';
import type { PermissionsTables } from './tables/permissions.ts';
import type { ReportsTables } from './tables/reports.ts';
import type { ResultsTables } from './tables/results.ts';
import type { ReviewAuditsTables, SecondEntriesTables } from './tables/second-entries.ts';
import type { SharedTables } from './tables/shared.ts';
import type { UnusualTables } from './tables/unusual.ts';
import type { UserImportTables } from './tables/user-import.ts';
import type { WallsTables } from './tables/walls.ts';

/**
 * Every table of the database. They stand together, for queries join what several features write; who writes a table is the feature
 * of its name.
 */
export interface Tables
  extends AlertsTables,
    AnnouncementsTables,
    ApprovalsTables,
    AuthTables,
    ChatTables,
    CollationsTables,
    DisputesTables,
    ElectionsTables,
    GeographyTables,
    MarginOfLeadTables,
    NotificationsTables,
    PermissionsTables,
    ReportsTables,
    ResultsTables,
    ReviewAuditsTables,
    SecondEntriesTables,
    SharedTables,
    UnusualTables,
    UserImportTables,
    WallsTables {}
