import { UnstyledButton } from '@mantine/core';
import { IconChevronLeft, IconChevronRight, IconChevronsLeft, IconChevronsRight } from '@tabler/icons-react';
import { formatNumber } from '../../lib/format/format.ts';
import styles from './Pager.module.css';

const MOST_BUTTONS = 5;

/** Up to five page numbers around the present one, as near to the ends as they go. */
export function pagesAround(page: number, pages: number): number[] {
  const count = Math.min(MOST_BUTTONS, pages);
  const first = Math.max(1, Math.min(page - Math.floor(count / 2), pages - count + 1));
  return Array.from({ length: count }, (_, i) => first + i);
}

interface PagerProps {
  /** From 1. */
  page: number;
  pages: number;
  onPage: (page: number) => void;
}

/** First, previous, up to five pages, next and last. */
export function Pager({ page, pages, onPage }: PagerProps) {
  const step = (label: string, to: number, Icon: typeof IconChevronLeft) => (
    <li>
      <UnstyledButton className={styles.button} aria-label={label} disabled={to === page} onClick={() => onPage(to)}>
        <Icon size={16} aria-hidden />
      </UnstyledButton>
    </li>
  );
  return (
    <nav aria-label="Pages">
      <ul className="row screen gap-4">
        {step('First page', 1, IconChevronsLeft)}
        {step('Previous page', Math.max(1, page - 1), IconChevronLeft)}
        {pagesAround(page, pages).map((number) => (
          <li key={number}>
            <UnstyledButton
              className={styles.button}
              aria-label={`Page ${number}`}
              aria-current={number === page ? 'page' : undefined}
              onClick={() => onPage(number)}
            >
              {formatNumber(number)}
            </UnstyledButton>
          </li>
        ))}
        {step('Next page', Math.min(pages, page + 1), IconChevronRight)}
        {step('Last page', pages, IconChevronsRight)}
      </ul>
    </nav>
  );
}
