import { uncheckable, unsettled } from '@ec/contract/review-audits/outcomes';
import type { ReviewAudit } from '@ec/contract/review-audits/schemas';
import { auditTitle, confidenceWords, DRAW_RULE, shareWords } from '@ec/contract/review-audits/words';
import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { Fact, Facts } from '../../components/figure/Facts.tsx';
import { Figure, Figures } from '../../components/figure/Figure.tsx';
import { Panel } from '../../components/page/Panel.tsx';
import { roleTitle } from '../../domain/people/person-text.ts';
import { AuditStatement } from '../../domain/review-audits/AuditStatement.tsx';
import { formatExact, formatNumber } from '../../lib/format/format.ts';
import type { AuditFilters } from './api.ts';
import { saveSheets } from './api.ts';
import { AuditSheets } from './AuditSheets.tsx';
import { CloseDialog } from './CloseDialog.tsx';
import { ExtendDialog } from './ExtendDialog.tsx';

function SaveButton({ audit, of, label }: { audit: ReviewAudit; of: 'drawn' | 'all'; label: string }) {
  const save = useMutation({ mutationFn: () => saveSheets(audit, of) });
  return (
    <Button
      variant="default"
      leftSection={<IconDownload size={16} aria-hidden />}
      loading={save.isPending}
      onClick={() => save.mutate()}
    >
      {label}
    </Button>
  );
}

/** The numbers that the bound stands on. */
function AuditFigures({ audit }: { audit: ReviewAudit }) {
  const { counts, sheets, population, bound, asked, closed } = audit;
  const left = unsettled(counts);
  return (
    <Figures dense>
      <Figure label="Drawn" value={sheets} note={`of ${formatNumber(population)} verified`} />
      <Figure label="Right" value={counts.right} />
      <Figure label="Wrong" value={counts.wrong} note="The result is disputed" />
      <Figure label="Not checked" value={uncheckable(counts)} note="Counted as wrong" />
      <Figure label={closed ? 'Not entered' : 'Not settled'} value={left} />
      <Figure
        label={`At most wrong, at ${confidenceWords(audit)}`}
        value={bound === null ? '–' : shareWords(bound)}
        note={`Asked for: ${shareWords(asked)}`}
      />
    </Figures>
  );
}

function By({ person, at }: { person: ReviewAudit['drawnBy']; at: string }) {
  return (
    <>
      <span className="breaks">{person.name}</span>, {roleTitle(person.role)}
      <div className="quiet">{formatExact(at)}</div>
    </>
  );
}

/** The draw as others can repeat it, and who did what. */
function AuditFacts({ audit }: { audit: ReviewAudit }) {
  return (
    <Facts>
      <Fact name="Seed">
        <span className="mono breaks">{audit.seed}</span>
        {audit.seedMade && <div className="quiet">Made by the server</div>}
      </Fact>
      <Fact name="Election ID">
        <span className="mono breaks">{audit.electionId}</span>
      </Fact>
      <Fact name="Rule of the draw">{DRAW_RULE}</Fact>
      <Fact name="Drawn by">
        <By person={audit.drawnBy} at={audit.drawnAt} />
      </Fact>
      {audit.extensions.map(({ to, by, at }) => (
        <Fact key={to} name={`Extended to ${formatNumber(to)}`}>
          <By person={by} at={at} />
        </Fact>
      ))}
      {audit.closed && (
        <Fact name="Closed by">
          <By person={audit.closed.by} at={audit.closed.at} />
        </Fact>
      )}
    </Facts>
  );
}

interface AuditPanelProps {
  audit: ReviewAudit;
  filters: AuditFilters;
  onFilter: (change: Partial<AuditFilters>) => void;
}

/** One audit: what it says, what it stands on, and its sheets. */
export function AuditPanel({ audit, filters, onFilter }: AuditPanelProps) {
  const [dialog, setDialog] = useState<'extend' | 'close' | null>(null);
  const close = () => setDialog(null);
  return (
    <>
      <Panel
        title={auditTitle(audit)}
        actions={
          <>
            {audit.can.extend && <Button onClick={() => setDialog('extend')}>Draw more</Button>}
            {audit.can.close && (
              <Button variant="default" onClick={() => setDialog('close')}>
                Close the audit
              </Button>
            )}
          </>
        }
      >
        <div className="stack">
          <AuditStatement audit={audit} />
          <AuditFigures audit={audit} />
          <AuditFacts audit={audit} />
          <div className="row">
            <SaveButton audit={audit} of="drawn" label="Drawn sheets (CSV)" />
            <SaveButton audit={audit} of="all" label="All sheets of the draw (CSV)" />
          </div>
        </div>
      </Panel>
      <AuditSheets audit={audit} filters={filters} onFilter={onFilter} />
      {dialog === 'extend' && <ExtendDialog audit={audit} onClose={close} />}
      {dialog === 'close' && <CloseDialog audit={audit} onClose={close} />}
    </>
  );
}
