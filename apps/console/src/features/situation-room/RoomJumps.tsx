import styles from './jumps.module.css';

/** The parts of the page below its figures, as they stand. */
export const SECTIONS = {
  map: { id: 'room-map', label: 'Map' },
  states: { id: 'room-states', label: 'States' },
  collation: { id: 'room-collation', label: 'Collation' },
  feed: { id: 'room-feed', label: 'Feed' },
  votes: { id: 'room-votes', label: 'Vote share' },
  rate: { id: 'room-rate', label: 'Reporting' },
  disputes: { id: 'room-disputes', label: 'Disputes' },
  flagged: { id: 'flagged', label: 'Flagged' },
  silent: { id: 'silent-units', label: 'Silent units' },
} as const;

/** On a phone the page is many screens long: what stands where, always at hand. */
export function RoomJumps({ collation }: { collation: boolean }) {
  const parts = Object.values(SECTIONS).filter((part) => collation || part !== SECTIONS.collation);
  return (
    <nav aria-label="Parts of the situation room" className={styles.jumps}>
      {parts.map(({ id, label }) => (
        <a key={id} href={`#${id}`} className={styles.jump}>
          {label}
        </a>
      ))}
    </nav>
  );
}
