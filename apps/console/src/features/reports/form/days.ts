/** The day (`2023-02-25`) typed in the organisation's format; null while it is no valid day. */
export function typedDay(text: string, dateFormat: string): string | null {
  const numbers = text.trim().split(/\D+/);
  const order = dateFormat.split(/[^A-Z]+/);
  if (numbers.length !== order.length) return null;
  const part = (name: 'YYYY' | 'MM' | 'DD') => numbers[order.indexOf(name)] ?? '';
  const day = [part('YYYY'), part('MM').padStart(2, '0'), part('DD').padStart(2, '0')].join('-');
  const moment = new Date(`${day}T00:00:00Z`);
  // 31/02 would silently become 3 March.
  return !Number.isNaN(moment.getTime()) && moment.toISOString().startsWith(day) ? day : null;
}
