import { useSearchParams } from 'react-router';

/** The part of the address that opens a report's details, with all else of it kept. */
export function useReportAddress(): (id: string) => { search: string } {
  const [params] = useSearchParams();
  return (id) => {
    const next = new URLSearchParams(params);
    next.set('report', id);
    return { search: `?${next}` };
  };
}
