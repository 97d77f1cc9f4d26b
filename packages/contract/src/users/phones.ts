/**
 * As much of a phone as tells its owner, and nobody else, which one is meant: 0803 *** **67. What is masked already stays as
 * it is. Refused sign-ins show and keep phones so, for anybody may type anybody's.
 */
export function maskPhone(phone: string): string {
  const national = phone.replace(/^\+234/, '0');
  return `${national.slice(0, 4)} *** **${national.slice(-2)}`;
}
