import { Link, useLocation } from 'react-router';
import { formatNumber } from '../../lib/format/format.ts';
import styles from './StateTabs.module.css';

interface StateTabsProps {
  label: string;
  /** The states with how many are in each; a count is undefined while it loads. */
  tabs: readonly { value: string; label: string; count: number | undefined }[];
  /** The one that is shown. */
  value: string;
  onChange: (value: string) => void;
  /** How the buttons stand beside each other. */
  className: string | undefined;
}

/** Filters a list by state; each tab shows its number of rows. */
export function StateTabs({ label, tabs, value, onChange, className }: StateTabsProps) {
  return (
    <div className={className} role="group" aria-label={label}>
      {tabs.map((tab) => (
        <button
          key={tab.value}
          type="button"
          className={styles.tab}
          aria-pressed={value === tab.value}
          onClick={() => onChange(tab.value)}
        >
          {tab.label} {tab.count !== undefined && formatNumber(tab.count)}
        </button>
      ))}
    </div>
  );
}

/** The pages of one place beside each other; the one that is open is marked. */
export function PageTabs({ label, pages }: { label: string; pages: readonly { to: string; label: string }[] }) {
  const { pathname } = useLocation();
  return (
    <nav className="tab-row" aria-label={label}>
      {pages.map((page) => (
        <Link
          key={page.to}
          to={page.to}
          className={`beside undecorated ${styles.tab}`}
          aria-current={pathname === page.to ? 'page' : undefined}
        >
          {page.label}
        </Link>
      ))}
    </nav>
  );
}
