import type { AlertsTables } from './tables/alerts.ts';
import type { AnnouncementsTables, ChatTables, NotificationsTables } from './tables/messages.ts';
import type { ApprovalsTables, AuthTables, PermissionsTables, UserImportTables, WallsTables } from './tables/users.ts';
import type { CollationsTables } from './tables/collations.ts';
import type { DisputesTables, ResultsTables } from './tables/results.ts';
import type { ElectionsTables, MarginOfLeadTables } from './tables/elections.ts';
import type { GeographyTables } from './tables/geography.ts';
import type { ReportsTables } from './tables/reports.ts';
import type { ReviewAuditsTables, SecondEntriesTables } from './tables/second-entries.ts';
import type { SharedTables } from './tables/shared.ts';
import type { UnusualTables } from './tables/unusual.ts';

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
