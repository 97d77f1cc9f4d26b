/**
 * A phone number masked so that only its owner recognises it: 0803 *** **67. Masked numbers stay unchanged. Failed sign-ins show and store only this,
 * because a caller can type any number.
 */
export function maskPhone(phone: string): string {
  const national = phone.replace(/^\+234/, '0');
  return `${national.slice(0, 4)} *** **${national.slice(-2)}`;
}
