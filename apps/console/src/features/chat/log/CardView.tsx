import type { ChatMessage, LinkCard } from '@ec/contract/chat/schemas';
import { IconLock, IconMapPin, IconReportAnalytics } from '@tabler/icons-react';
import { MayLink } from '../../../components/page/MayLink.tsx';
import { StatusChip } from '../../../components/figure/StatusChip.tsx';
import { formatNumber } from '../../../lib/format/format.ts';
import { RESULT_STATUS, SOURCE_WORDS } from '../../../domain/results/labels.ts';
import styles from './log.module.css';

function Figures({ card }: { card: LinkCard }) {
  const parts = [
    card.source && SOURCE_WORDS[card.source],
    card.totalVotes !== null && `${formatNumber(card.totalVotes)} votes`,
    card.leading && `leading: ${card.leading}`,
  ].filter(Boolean);
  return parts.length > 0 ? <span className="dim">{parts.join(' · ')}</span> : null;
}

/** What a message points to, as its reader may see it. */
export function CardView({ link }: { link: NonNullable<ChatMessage['link']> }) {
  if (link.type === 'hidden') {
    return (
      <div className={styles.card} data-hidden>
        <IconLock size={18} aria-hidden />
        <span>You may not see what this message points to.</span>
      </div>
    );
  }
  const Icon = link.type === 'result' ? IconReportAnalytics : IconMapPin;
  return (
    <div className={styles.card}>
      <Icon size={18} aria-hidden />
      <div className={styles.cardWords}>
        <MayLink to={link.path} className={styles.cardTitle}>
          {link.title}
        </MayLink>
        <span className="dim">{link.place}</span>
        <Figures card={link} />
        {link.status && <StatusChip {...RESULT_STATUS[link.status]} />}
      </div>
    </div>
  );
}
